//go:build !linux

package diagnose

// threadTime is 0: the processor time of a thread is not known here, and waiting counts as work.
func threadTime() int64 { return 0 }

// ProgramTime is the processor time of the whole program in nanoseconds, 0 where it is not known.
func ProgramTime() int64 { return 0 }
