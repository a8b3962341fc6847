// Package memory knows how much memory the process may still take, so that a file that needs more is refused instead of
// ending the program: Go cannot go on where the system gives no memory.
package memory

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// ErrTooLittle is wrapped by refusals.
var ErrTooLittle = errors.New("too little memory")

// Reserve for memory that is not counted (bytes).
const (
	// reserve is for stacks and pictures of the window.
	reserve = 48 << 20
	// reserveAddresses is for threads, whose allocators reserve 64 MB of addresses each and use little of it.
	reserveAddresses = 320 << 20
	// least is a need that is never refused: without it nothing starts under a low limit.
	least = 4 << 20
)

// limit is a bound of the memory of this process.
type limit struct {
	name                string
	most, used, reserve int64 // bytes
}

// Left is how much memory can still be taken (bytes) under the limit that leaves least, without what is kept, and the
// name of the limit; math.MaxInt64 without one.
func Left() (bytes int64, name string) {
	bytes = math.MaxInt64
	for _, l := range limits() {
		if left := max(l.most-l.used-l.reserve, 0); left < bytes {
			bytes, name = left, l.name
		}
	}
	if name == "" {
		return bytes, name
	}
	// what the collector has freed is used again
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return bytes + int64(m.HeapIdle-m.HeapReleased), name
}

// Check refuses a need (bytes) that is more than the memory that is left. The error says so in numbers.
func Check(need int64) error {
	left, name := Left()
	if name == "" || need <= max(left, least) {
		return nil
	}
	runtime.GC()
	if left, name = Left(); need <= left {
		return nil
	}
	const mega = 1 << 20
	return fmt.Errorf("%w: it may need %d MB, and %s leaves %d", ErrTooLittle, need/mega+1, name, left/mega)
}

// Respect makes the collector keep the heap below what the limits leave, if there are any. Call it once, early.
func Respect() {
	left, name := Left()
	if name == "" {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	debug.SetMemoryLimit(int64(m.Sys) - int64(m.HeapReleased) + left*9/10)
}

// garbageShare (%) is how much a window lets grow beside what it uses before the collector runs. Its steps and frames
// allocate nothing, so that the collector runs once in many seconds anyway: what it uses is mostly packed states of the
// past, of which nothing becomes free. Without it: 0.4 GB more of 10,000 bodies.
const garbageShare = 50

// KeepLittleGarbage makes the collector run before garbage is more than half of the memory in use. GOGC asks otherwise.
func KeepLittleGarbage() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageShare)
	}
}
