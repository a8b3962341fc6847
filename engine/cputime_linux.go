package engine

import (
	"syscall"
	"unsafe"
)

// The clocks of processor time (clock_gettime(2)).
const clockThread = 3

// threadTime is the processor time of the calling thread in nanoseconds.
func threadTime() int64 {
	var t syscall.Timespec
	if _, _, e := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockThread, uintptr(unsafe.Pointer(&t)), 0); e != 0 {
		return 0
	}
	return t.Nano()
}
