package diagnose

import (
	"syscall"
	"unsafe"
)

// The clocks of processor time (clock_gettime(2)).
const (
	clockProcess = 2
	clockThread  = 3
)

// threadTime is the processor time of the calling thread in nanoseconds.
func threadTime() int64 { return processorTime(clockThread) }

// ProgramTime is the processor time of the whole program in nanoseconds, 0 where it is not known.
func ProgramTime() int64 { return processorTime(clockProcess) }

func processorTime(clock uintptr) int64 {
	var t syscall.Timespec
	if _, _, e := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&t)), 0); e != 0 {
		return 0
	}
	return t.Nano()
}
