// Article 002, method 3, in its language: sweeps over the board fill each cell that has one legal
// digit, until a sweep fills none; a list of the other blanks is then searched with masks.
//
// As in the Rust program, a blank without a legal digit stays blank, and the search fails at it. The
// article takes it for a single and writes a `q` there.
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
			if cell != '.' {
				flip(row, col, cell-'1')
			}
		}
	}

	for changed := true; changed; {
		changed = false
		for row, cells := range board {
			for col, cell := range cells {
				if cell != '.' {
					continue
				}
				free := 0x1ff &^ uint(rows[row]|cols[col]|boxes[row/3][col/3])
				if free != 0 && free&(free-1) == 0 {
					digit := byte(bits.TrailingZeros(free))
					flip(row, col, digit)
					board[row][col] = digit + '1'
					changed = true
				}
			}
		}
	}

	for row, cells := range board {
		for col, cell := range cells {
			if cell == '.' {
				blanks = append(blanks, [2]int{row, col})
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
