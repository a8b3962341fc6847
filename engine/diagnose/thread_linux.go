package diagnose

import (
	"os"
	"strconv"
	"syscall"
)

// runDelay reads the time for which a thread was ready and had no core: the second number of /proc/…/schedstat
// (proc(5)).
type runDelay struct {
	file *os.File // nil where there is none; closed with the last reference to it
	open bool
	buf  [128]byte
}

// delay is the delay of the thread that called first (ns), 0 if unknown.
func (r *runDelay) delay() int64 {
	if !r.open {
		r.file = openDelay("/proc/thread-self/schedstat")
		r.open = true
	}
	return readDelay(r.file, r.buf[:])
}

// openDelay is nil for a thread that has ended.
func openDelay(path string) *os.File {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	return os.NewFile(uintptr(fd), path)
}

func readDelay(file *os.File, buf []byte) int64 {
	// File.ReadAt would ask a second time for the end of the file
	n, err := syscall.Pread(int(file.Fd()), buf, 0)
	if err != nil {
		return 0
	}
	field, ns := 0, int64(0)
	for _, c := range buf[:n] {
		switch {
		case c == ' ':
			field++
		case field == 1 && c >= '0' && c <= '9':
			ns = 10*ns + int64(c-'0')
		}
	}
	return ns
}

// readThread fills in the counts of the kernel for the calling thread.
func readThread(c *Counters) {
	const thread = 1 // RUSAGE_THREAD of getrusage(2)
	var u syscall.Rusage
	if syscall.Getrusage(thread, &u) != nil {
		return
	}
	c.System = u.Stime.Nano()
	c.MinorFaults, c.MajorFaults = uint64(u.Minflt), uint64(u.Majflt)
	c.BlocksIn, c.BlocksOut = uint64(u.Inblock), uint64(u.Oublock)
}

// NewThreadDelays returns a reader of the longest time (ns) for which a thread of the program had no core since the
// last call. One thread uses the reader at a time.
func NewThreadDelays() func() int64 { return (&threadDelays{}).longest }

type threadDelays struct {
	threads  []delayedThread
	readings int
	buf      [128]byte
}

type delayedThread struct {
	id   int
	file *os.File
	last int64
}

// threadRefresh is how many readings pass between two looks for new threads.
const threadRefresh = 64

func (t *threadDelays) longest() (ns int64) {
	if t.readings%threadRefresh == 0 {
		t.look()
	}
	t.readings++
	for i := range t.threads {
		d := &t.threads[i]
		now := readDelay(d.file, t.buf[:])
		if d.last != 0 {
			ns = max(ns, now-d.last)
		}
		d.last = now
	}
	return ns
}

// look opens the counters of new threads and closes the counters of ended ones.
func (t *threadDelays) look() {
	list, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	was := t.threads
	t.threads = nil
	for _, e := range list {
		id, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		d := delayedThread{id: id}
		for i := range was {
			if was[i].id == id {
				d, was[i].file = was[i], nil
			}
		}
		if d.file == nil {
			d.file = openDelay("/proc/self/task/" + e.Name() + "/schedstat")
		}
		t.threads = append(t.threads, d)
	}
	for i := range was {
		_ = was[i].file.Close()
	}
}
