//go:build windows

package timestep

import (
	"syscall"
	"unsafe"
)

// The runtime's own clock on Windows reads the interrupt time, which advances
// in steps of 0.5 to 15.6 ms: far too coarse for frames. The performance
// counter has a resolution of 100 ns or better.
var (
	kernel32       = syscall.NewLazyDLL("kernel32.dll")
	counterProc    = kernel32.NewProc("QueryPerformanceCounter")
	frequencyProc  = kernel32.NewProc("QueryPerformanceFrequency")
	counterHz      = readCounterWith(frequencyProc)
	counterAtStart = readCounterWith(counterProc)
)

func readCounterWith(p *syscall.LazyProc) int64 {
	var c int64
	syscall.SyscallN(p.Addr(), uintptr(unsafe.Pointer(&c)))
	return c
}

func realNow() int64 { return countsToNs(readCounterWith(counterProc)-counterAtStart, counterHz) }
