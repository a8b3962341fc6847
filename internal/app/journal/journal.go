package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/wholefile"
)

// Options say how much a journal keeps.
type Options struct {
	// Root is the folder for the folders of all sessions.
	Root string
	// Budget (bytes) bounds the parts of this session, and also the parts of all ended sessions together.
	Budget int64
	// PartTime (ns) and PartBytes end a part; 0 takes 20 s and an eighth of the budget.
	PartTime, PartBytes int64
}

// partTime (ns) is the default of Options.PartTime, retryTime (ns) the wait of the journal after a failure.
const (
	partTime  = 20 * timestep.Second
	retryTime = 60 * timestep.Second
)

// Journal is the log of a session of the window. The main thread calls its methods; a goroutine of the journal does the
// work that may wait for the disk.
type Journal struct {
	options Options
	dir     string
	lock    *lock
	number  int
	begun   int64 // when the present part began (ns)
	retry   int64 // nothing is tried before this time (ns)
	current *part
	own     bool // the present part is one of the journal, not a recording that the user asked for

	jobs chan func()
	done chan struct{}

	mu    sync.Mutex
	next  *record.File // of the next part, made ahead
	parts []*part      // the oldest first
	told  []string
	// exports counts the work that Export has begun
	exports sync.WaitGroup
	err     error // of the newest attempt to make a file
	found   *Leftover
}

// part is a recording of a part of the session.
type part struct {
	path  string // the name of the whole part
	open  string // the name during writing
	link  string // in the folder of the session, for a part in another folder
	bytes int64
	begun int64 // ns
	ended bool
	rec   *record.Recorder
}

// name is the present name of the part.
func (p *part) name() string {
	if p.ended {
		return p.path
	}
	return p.open
}

// Open begins the journal of a session, and removes the oldest parts of earlier sessions beyond the budget. Without a
// Root the journal has only the recordings that the user asks for. The caller must Close it.
func Open(o Options) (*Journal, error) {
	if o.PartTime <= 0 {
		o.PartTime = partTime
	}
	if o.PartBytes <= 0 {
		o.PartBytes = max(o.Budget/8, 1)
	}
	j := &Journal{options: o, jobs: make(chan func(), maxJobs), done: make(chan struct{})}
	if o.Root != "" {
		var err error
		if j.dir, j.lock, err = newFolder(o.Root); err != nil {
			return nil, fmt.Errorf("journal: %w", err)
		}
	}
	go j.work()
	if o.Root != "" {
		// nothing runs yet: the first part begins with the first step
		j.number = 1
		j.made(record.NewFile(j.partName()))
		j.do(j.lookBack)
	}
	return j, nil
}

// maxJobs bounds the tasks that wait for a hanging disk.
const maxJobs = 64

// lookBack finds the parts of the last session, and removes those beyond the limit.
func (j *Journal) lookBack() {
	left := Leftovers(j.options.Root)
	j.settle(left)
	j.mu.Lock()
	if len(left) > 0 && left[0].Crashed && !left[0].Told {
		j.found = &left[0]
	}
	j.mu.Unlock()
	clean(j.options.Root, j.options.Budget)
}

// settle gives earlier sessions with times in the future times before this session, in their order: they are from
// before the clock was set back, and everything written from now on must be newer.
func (j *Journal) settle(left []Leftover) {
	info, err := os.Stat(filepath.Join(j.dir, lockName))
	if err != nil {
		return
	}
	begun := info.ModTime()
	for i, l := range left {
		if l.time < begun.UnixNano() {
			return
		}
		at := begun.Add(-time.Duration(i+1) * time.Millisecond)
		for _, path := range l.Parts {
			if filepath.Dir(path) == l.dir {
				_ = os.Chtimes(path, at, at)
			}
		}
	}
}

// Found returns once the parts of the last session if it crashed; nil for none.
func (j *Journal) Found() *Leftover {
	j.mu.Lock()
	defer j.mu.Unlock()
	l := j.found
	if j.found = nil; l != nil {
		j.do(l.tell)
	}
	return l
}

// work does the tasks that may have to wait for the disk.
func (j *Journal) work() {
	defer close(j.done)
	for f := range j.jobs {
		f()
	}
}

// do gives work to the goroutine. It leaves out work when the goroutine is far behind, as on a hanging disk.
func (j *Journal) do(f func()) bool {
	select {
	case j.jobs <- f:
		return true
	default:
		return false
	}
}

// prepare makes the file of the next part.
func (j *Journal) prepare() {
	j.number++
	path := j.partName()
	j.do(func() {
		f, err := record.NewFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			// the folder is gone: another program has removed it
			if err = j.remake(); err == nil {
				f, err = record.NewFile(path)
			}
		}
		j.mu.Lock()
		defer j.mu.Unlock()
		j.made(f, err)
	})
}

// remake makes the folder of the session and its lock again.
func (j *Journal) remake() error {
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		return err
	}
	l, err := takeLock(filepath.Join(j.dir, lockName))
	if err != nil {
		return err
	}
	j.lock.release()
	j.lock = l
	return nil
}

// made notes the file of the next part, or tells once why there is none.
func (j *Journal) made(f *record.File, err error) {
	if err != nil && j.err == nil {
		j.told = append(j.told, Unwritable(err))
	}
	j.next, j.err = f, err
}

// Unwritable tells the user that a part ends or does not begin.
func Unwritable(err error) string {
	return "the journal cannot be written: " + err.Error() +
		"; the session goes on without it and tries again in a minute"
}

func (j *Journal) partName() string {
	return filepath.Join(j.dir, fmt.Sprintf("%06d%s", j.number, partExtension))
}

// Due reports whether a new part is to begin now (ns): there is no part, or the part has its full length.
func (j *Journal) Due(now int64) bool {
	if j.dir == "" || j.current != nil && !j.own || now < j.retry {
		return false
	}
	j.mu.Lock()
	ready, failed := j.next != nil, j.err != nil
	j.mu.Unlock()
	if !ready {
		if failed {
			j.retry = now + retryTime
			j.prepare()
		}
		return false
	}
	c := j.current
	if j.begun == 0 {
		j.begun = now // it began before the first frame
	}
	return c == nil || now-j.begun >= j.options.PartTime || c.rec.Bytes() >= j.options.PartBytes
}

// Take gives the file for the part that is due.
func (j *Journal) Take() *record.File {
	j.mu.Lock()
	defer j.mu.Unlock()
	f := j.next
	j.next = nil
	return f
}

// Begin notes that a recorder records the session from now on (ns). The journal closes the recorder before, which is
// detached. own is false for a recording that the user asked for.
func (j *Journal) Begin(now int64, r *record.Recorder, own bool) {
	j.End()
	p := &part{path: r.Name(), open: r.Path(), begun: now, rec: r}
	if !own && j.dir != "" {
		j.number++
		p.link = filepath.Join(j.dir, fmt.Sprintf("%06d%s", j.number, linkExtension))
		p.path, p.open = absolute(p.path), absolute(p.open)
		j.do(func() {
			// without the link only the offer after a crash lacks this part
			_ = writeLink(p.link, p.open, p.path)
		})
	}
	j.current, j.begun, j.own = p, now, own
	j.mu.Lock()
	j.parts = append(j.parts, p)
	j.mu.Unlock()
	if own {
		j.prepare()
	}
}

// absolute is a path that does not depend on the working folder.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// End closes the present part, whose recorder has been detached.
func (j *Journal) End() {
	p := j.current
	if p == nil {
		return
	}
	own := j.own
	j.current = nil
	j.do(func() {
		j.ended(p, p.rec.Close(), own)
		if own {
			j.drop()
		}
	})
}

// ended notes the end of a part.
func (j *Journal) ended(p *part, err error, own bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	p.bytes, p.ended = p.rec.Bytes(), err == nil
	p.rec = nil
	switch {
	case own:
	case err != nil:
		j.told = append(j.told, err.Error())
	default:
		j.told = append(j.told, "recorded "+p.path)
	}
}

// drop removes the oldest parts beyond the budget, but keeps one with a step, however large: the present part may have
// nothing on the disk yet. Recordings that the user asked for stay, but no longer belong to the journal.
func (j *Journal) drop() {
	j.mu.Lock()
	parts := slices.Clone(j.parts)
	j.mu.Unlock()
	sum := int64(0)
	for i := len(parts) - 1; i >= 0; i-- {
		p := parts[i]
		if p.link == "" {
			sum += p.bytes
		}
		if sum > j.options.Budget && p.rec == nil && slices.ContainsFunc(parts[i+1:], keepsStep) {
			j.mu.Lock()
			j.forget(i + 1)
			j.mu.Unlock()
			return
		}
	}
}

// keepsStep reports whether a part of the journal has ended with a step.
func keepsStep(p *part) bool { return p.rec == nil && p.link == "" && hasStep(p.name()) }

// forget removes the oldest parts.
func (j *Journal) forget(n int) {
	for _, old := range j.parts[:n] {
		if old.link != "" {
			_ = os.Remove(old.link)
		} else {
			_ = os.Remove(old.name())
		}
	}
	j.parts = append(j.parts[:0], j.parts[n:]...)
}

// Recorder is the recorder of the present part, nil for none.
func (j *Journal) Recorder() *record.Recorder {
	if j.current == nil {
		return nil
	}
	return j.current.rec
}

// Recording reports whether the present part is a recording that the user asked for.
func (j *Journal) Recording() bool { return j.current != nil && !j.own }

// Broken notes that the recorder has ended early. The journal removes old parts, as the disk may be full, but keeps the
// newest part with a step; another part begins after a while.
func (j *Journal) Broken(now int64) {
	own := j.own
	j.End()
	if !own {
		return
	}
	j.retry = now + retryTime
	j.do(j.makeRoom)
}

// makeRoom removes the parts before the newest one with a step, and empty parts after it.
func (j *Journal) makeRoom() {
	j.mu.Lock()
	parts := slices.Clone(j.parts)
	j.mu.Unlock()
	newest := len(parts) - 1
	for ; newest >= 0; newest-- {
		// a part that was cut off in its beginning cannot be recovered
		if p := parts[newest]; p.link == "" && hasStep(p.name()) {
			break
		}
	}
	if newest < 0 {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.forget(newest)
	j.parts = slices.DeleteFunc(j.parts, func(p *part) bool {
		empty := p.rec == nil && p.link == "" && p.bytes == 0
		if empty {
			_ = os.Remove(p.name())
		}
		return empty
	})
}

// Save writes the last length ns before now into a new file, in the background. Told names the file.
func (j *Journal) Save(path string, now, length int64) {
	j.saveLast(path, now, length, func(err error) {
		if err != nil {
			j.tell(fmt.Sprintf("saving what happened: %v", err))
		} else {
			j.tell("saved what happened in " + absolute(path))
		}
	})
}

// Export is Save to a temporary file. made is called on the goroutine of the journal when the file is there; Told gives
// its text.
func (j *Journal) Export(path string, now, length int64, made func() string) {
	j.saveLast(path, now, length, func(err error) {
		if err != nil {
			j.tell(fmt.Sprintf("saving what happened: %v", err))
			return
		}
		j.exports.Go(func() {
			j.tell(made())
			_ = os.Remove(path)
		})
	})
}

// tell notes a text for Told.
func (j *Journal) tell(text string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.told = append(j.told, text)
}

// saveLast writes the last length ns before now to a file and calls then with the error, both in the background.
func (j *Journal) saveLast(path string, now, length int64, then func(error)) {
	live := j.Recorder()
	ok := j.do(func() {
		if live != nil {
			// records missing here are missing in the file, too
			_ = live.Drain()
		}
		then(j.save(path, now-length))
	})
	if !ok {
		j.tell("what happened cannot be saved: the disk does not answer")
	}
}

// save joins the parts that went on after a time (ns).
func (j *Journal) save(path string, since int64) error {
	j.mu.Lock()
	var names []string
	for i, p := range j.parts {
		if i+1 == len(j.parts) || j.parts[i+1].begun >= since {
			names = append(names, p.name())
		}
	}
	j.mu.Unlock()
	return wholefile.Write(path, func(w io.Writer) error { return record.Join(w, names) })
}

// Copy writes the parts of a session into a new file, in the background. Told names the file.
func (j *Journal) Copy(path string, l *Leftover) {
	j.do(func() {
		text := "the whole of that session is in " + absolute(path)
		if err := l.Join(path); err != nil {
			text = err.Error()
		}
		j.mu.Lock()
		defer j.mu.Unlock()
		j.told = append(j.told, text)
	})
}

// NoteCrash notes that the session failed, so that the next session offers its journal.
func (j *Journal) NoteCrash() {
	if j.dir != "" {
		// without the note the parts stay, too
		_ = os.WriteFile(filepath.Join(j.dir, crashedName), nil, 0o600)
	}
}

// SaveAll writes all parts into a new file, after Close. It returns when the file is complete.
func (j *Journal) SaveAll(path string) error { return j.save(path, 0) }

// Told returns the messages, and forgets them.
func (j *Journal) Told() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	told := j.told
	j.told = nil
	return told
}

// Err is why the journal cannot make a file, nil while it can.
func (j *Journal) Err() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

// Close ends the journal; the recorder of the present part must be detached. Its files stay.
func (j *Journal) Close() error {
	if j.jobs == nil {
		return nil
	}
	j.End()
	close(j.jobs)
	<-j.done
	j.exports.Wait()
	j.jobs = nil
	var err error
	if j.next != nil {
		err = j.next.Discard()
	}
	if j.lock != nil {
		j.lock.release()
	}
	return errors.Join(err, j.err)
}
