//go:build counts

package lines

// Counting is true in a program that is built with the tag counts, to print its work.
const Counting = true
