//go:build !linux

package engine

// threadTime is 0: the processor time of a thread is not known here, and what a thread waited counts as its work.
func threadTime() int64 { return 0 }
