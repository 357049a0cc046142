// Package lines is the protocol of the Go programs: a puzzle a line in, an answer a line out.
package lines

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// Work is what a search counts, where Counting is true.
type Work struct{ Placements, Undos uint64 }

// Answer reads puzzles to the end of standard input. The search fills a board, and reports whether
// it has a solution.
func Answer(search func(board [][]byte, work *Work) bool) {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	number := 0
	fail := func(reason any) {
		out.Flush()
		fmt.Fprintf(os.Stderr, "line %d: %v\n", number, reason)
		os.Exit(1)
	}
	for in.Scan() {
		number++
		line := in.Text()
		if len(line) != 81 || strings.Trim(line, ".123456789") != "" {
			fail("expected 81 characters, 1 to 9 or . for a blank")
		}
		board := make([][]byte, 9)
		for row := range board {
			board[row] = []byte(line[row*9 : row*9+9])
		}
		var work Work
		if search(board, &work) {
			for _, row := range board {
				out.Write(row)
			}
		} else {
			out.WriteString("none")
		}
		if Counting {
			fmt.Fprintf(out, " %d %d", work.Placements, work.Undos)
		}
		out.WriteByte('\n')
	}
	number++
	if err := in.Err(); err != nil {
		fail(err)
	}
	if err := out.Flush(); err != nil {
		fail(err)
	}
}
