//go:build !cgo || !unix

package cli

// closedAtStart cannot be known: nothing of the program runs before Go's runtime does.
func closedAtStart() bool { return false }
