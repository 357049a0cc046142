// Article 002, method 2, in its language: a list of the blanks, made before the search, and masks
// that give the legal digits of a cell, lowest bit first. A digit that is taken back stays on the
// board until the next one is written over it.
package main

import (
	"math/bits"

	"entrants/lines"
)

func main() { lines.Answer(solve) }

func solve(board [][]byte, work *lines.Work) bool {
	var rows, cols [9]int
	var boxes [3][3]int
	var blanks [][2]int

	flip := func(row, col int, digit byte) {
		rows[row] ^= 1 << digit
		cols[col] ^= 1 << digit
		boxes[row/3][col/3] ^= 1 << digit
	}

	for row, cells := range board {
		for col, cell := range cells {
			if cell == '.' {
				blanks = append(blanks, [2]int{row, col})
			} else {
				flip(row, col, cell-'1')
			}
		}
	}

	var backtrack func(int) bool
	backtrack = func(at int) bool {
		if at == len(blanks) {
			return true
		}
		row, col := blanks[at][0], blanks[at][1]
		free := 0x1ff &^ uint(rows[row]|cols[col]|boxes[row/3][col/3])
		for ; free > 0; free &= free - 1 {
			digit := byte(bits.TrailingZeros(free))
			flip(row, col, digit)
			board[row][col] = digit + '1'
			if lines.Counting {
				work.Placements++
			}
			if backtrack(at + 1) {
				return true
			}
			flip(row, col, digit)
			if lines.Counting {
				work.Undos++
			}
		}
		return false
	}
	return backtrack(0)
}
