// Article 002, method 1, in its language: a list of the blanks, made before the search, and tables
// that remember the digits of each row, column and box. A digit that is taken back stays on the
// board until the next one is written over it.
package main

import "entrants/lines"

func main() { lines.Answer(solve) }

func solve(board [][]byte, work *lines.Work) bool {
	var inRow, inCol [9][9]bool
	var inBox [3][3][9]bool
	var blanks [][2]int

	for row, cells := range board {
		for col, cell := range cells {
			if cell == '.' {
				blanks = append(blanks, [2]int{row, col})
			} else {
				digit := cell - '1'
				inRow[row][digit] = true
				inCol[col][digit] = true
				inBox[row/3][col/3][digit] = true
			}
		}
	}

	var backtrack func(int) bool
	backtrack = func(at int) bool {
		if at == len(blanks) {
			return true
		}
		row, col := blanks[at][0], blanks[at][1]
		for digit := byte(0); digit < 9; digit++ {
			if inRow[row][digit] || inCol[col][digit] || inBox[row/3][col/3][digit] {
				continue
			}
			inRow[row][digit] = true
			inCol[col][digit] = true
			inBox[row/3][col/3][digit] = true
			board[row][col] = digit + '1'
			if lines.Counting {
				work.Placements++
			}
			if backtrack(at + 1) {
				return true
			}
			inRow[row][digit] = false
			inCol[col][digit] = false
			inBox[row/3][col/3][digit] = false
			if lines.Counting {
				work.Undos++
			}
		}
		return false
	}
	return backtrack(0)
}
