//go:build cgo && linux

package windowed

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"tumble/engine/diagnose"
	"tumble/engine/timestep"
)

// The kernel's own account of time without a core, which the program does not use: how long each thread was ready to
// run and did not (/proc/self/task/*/schedstat), and what the host took from the whole machine (steal in /proc/stat).

// jiffy is the unit of /proc/stat (ns).
const jiffy = 10_000_000

// kernelTasks and kernelReadings are how many threads are watched, and how many readings are kept.
const (
	kernelTasks    = 96
	kernelReadings = 256
	// refreshTasks is how many readings pass between two looks for new threads.
	refreshTasks = 32
)

// kernel watches the counters of the kernel. A reading allocates nothing, so that it is no load for the collector.
type kernel struct {
	t     testing.TB
	stat  int
	tasks [kernelTasks]int // open files, 0 none
	tids  [kernelTasks]int
	ring  [kernelReadings]kernelReading
	count int
	buf   [512]byte
}

// kernelReading is the state of the counters at a time (ns).
type kernelReading struct {
	at, steal int64
	delay     [kernelTasks]int64
}

// lack is time without a core in a span: of the thread that lacked it most, and stolen from the machine (ns).
type lack struct {
	delay, steal int64
}

func (l lack) String() string {
	return fmt.Sprintf("kernel: a thread waited %.1f ms, %.0f ms stolen", float64(l.delay)/1e6, float64(l.steal)/1e6)
}

func newKernel(t testing.TB) *kernel {
	fd, err := syscall.Open("/proc/stat", syscall.O_RDONLY, 0)
	if err != nil {
		t.Skip("the counters of the kernel: ", err)
	}
	k := &kernel{t: t, stat: fd}
	t.Cleanup(func() {
		_ = syscall.Close(fd)
		for _, f := range k.tasks {
			if f != 0 {
				_ = syscall.Close(f)
			}
		}
	})
	return k
}

// look opens the counters of threads that are new, and forgets those that have ended.
func (k *kernel) look() {
	list, err := os.ReadDir("/proc/self/task")
	if err != nil {
		k.t.Error(err)
	}
	alive := map[int]bool{}
	for _, e := range list {
		if tid, err := strconv.Atoi(e.Name()); err == nil {
			alive[tid] = true
		}
	}
	for i, tid := range k.tids {
		switch {
		case tid <= 0:
		case alive[tid]:
			delete(alive, tid)
		default:
			_ = syscall.Close(k.tasks[i])
			// its place stays empty: another thread in it would look like one that waited
			k.tids[i], k.tasks[i] = -1, 0
		}
	}
	for tid := range alive {
		for i := range k.tids {
			if k.tids[i] != 0 {
				continue
			}
			if fd, err := syscall.Open(fmt.Sprintf("/proc/self/task/%d/schedstat", tid), syscall.O_RDONLY,
				0); err == nil {
				k.tids[i], k.tasks[i] = tid, fd
			}
			break
		}
	}
}

// read takes a reading at a time (ns).
func (k *kernel) read(at int64) {
	if k.count%refreshTasks == 0 {
		k.look()
	}
	r := &k.ring[k.count%kernelReadings]
	k.count++
	*r = kernelReading{at: at, steal: jiffy * k.field(k.stat, 8)}
	for i, fd := range k.tasks {
		if fd != 0 {
			r.delay[i] = k.field(fd, 1)
		}
	}
}

// field is a number of the first line of a file of the kernel, counted from 0.
func (k *kernel) field(fd, n int) int64 {
	size, err := syscall.Pread(fd, k.buf[:], 0)
	if err != nil || size <= 0 {
		return 0
	}
	line, _, _ := bytes.Cut(k.buf[:size], []byte("\n"))
	for range n {
		_, line, _ = bytes.Cut(bytes.TrimLeft(line, " "), []byte(" "))
	}
	value := int64(0)
	for _, c := range bytes.TrimLeft(line, " ") {
		if c < '0' || c > '9' {
			break
		}
		value = 10*value + int64(c-'0')
	}
	return value
}

// since is the lack of cores from a time on up to the newest reading.
func (k *kernel) since(from int64) (l lack) {
	if k.count == 0 {
		return lack{}
	}
	last := &k.ring[(k.count-1)%kernelReadings]
	first := last
	for n := 2; n <= min(k.count, kernelReadings) && first.at > from; n++ {
		first = &k.ring[(k.count-n)%kernelReadings]
	}
	l.steal = last.steal - first.steal
	for i, d := range last.delay {
		// a thread that began or ended in between is left out
		if before := first.delay[i]; before > 0 && d > before {
			l.delay = max(l.delay, d-before)
		}
	}
	return l
}

// The counters see threads that have to share the cores.
func TestKernelSeesThreadsWait(t *testing.T) {
	k := newKernel(t)
	bad := diagnose.NewBadMachine(timestep.RealClock())
	defer bad.Close()
	bad.SetHogs(2 * runtime.NumCPU())
	// of the threads of a Go program only as many run as there are cores: other programs make them wait
	for range 2 * runtime.NumCPU() {
		busy := exec.Command("sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = busy.Process.Kill()
			_ = busy.Wait()
		}()
	}
	time.Sleep(50 * time.Millisecond)
	k.read(1)
	if k.ring[0].delay == [kernelTasks]int64{} {
		t.Skip("this kernel does not count how long threads wait for a core")
	}
	const long = 200 * time.Millisecond
	time.Sleep(long)
	k.read(2)
	if l := k.since(1); l.delay < int64(long)/20 {
		t.Errorf("in %v with twice as many busy programs as cores: %v", long, l)
	}
	if l := k.since(2); l != (lack{}) {
		t.Errorf("in no time: %v", l)
	}
}
