package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"tumble/engine/inputfile"
	"tumble/engine/record"
	"tumble/internal/wholefile"
)

// The files in the folder of a session beside its parts.
const (
	lockName    = "lock"
	toldName    = "told"    // a later session has offered this journal to the user
	crashedName = "crashed" // the loop of the session failed, and its last part was ended in order
)

// partExtension ends the name of a part, linkExtension the name of a link, a file that names a recording in another
// folder.
const (
	partExtension = ".tumble"
	linkExtension = ".path"
)

// newFolder makes a folder that no other process uses, and locks it.
func newFolder(root string) (dir string, l *lock, err error) {
	if err := os.MkdirAll(root, 0o700); err != nil {
		return "", nil, err
	}
	for n := 1; n < maxFolders; n++ {
		dir = filepath.Join(root, fmt.Sprintf("%d-%d", os.Getpid(), n))
		if err := os.Mkdir(dir, 0o700); errors.Is(err, fs.ErrExist) {
			continue
		} else if err != nil {
			return "", nil, err
		}
		// another process that looks for leftovers may remove a folder before it is locked
		path := filepath.Join(dir, lockName)
		if l, err := takeLock(path); err == nil {
			if _, err := os.Stat(path); err == nil {
				return dir, l, nil
			}
			l.release()
		}
	}
	return "", nil, fmt.Errorf("%s: no folder can be made", root)
}

// maxFolders bounds the sessions of one process, and of others that had its number before.
const maxFolders = 1000

// Leftover is the journal of a session that has ended.
type Leftover struct {
	// Parts are its recordings, the oldest first.
	Parts []string
	// Crashed says that the session did not come to its end, Told that the user was told of the crash.
	Crashed, Told bool

	dir   string
	bytes int64
	time  int64 // of the last write (ns)
}

// Join writes all parts into one file.
func (l *Leftover) Join(path string) error {
	return wholefile.Write(path, func(w io.Writer) error { return record.Join(w, l.Parts) })
}

// CutOff is the reason why the newest recording ends early, empty if it was ended in order.
func (l *Leftover) CutOff() string {
	for i := len(l.Parts) - 1; i >= 0; i-- {
		if rec, err := record.Open(l.Parts[i]); err == nil {
			defer rec.Close()
			return rec.Calls.End().Reason
		}
	}
	return ""
}

// Last is the newest part that has a step, empty if none has.
func (l *Leftover) Last() string {
	for i := len(l.Parts) - 1; i >= 0; i-- {
		if hasStep(l.Parts[i]) {
			return l.Parts[i]
		}
	}
	return ""
}

// hasStep reports whether a recording can be opened and has a step.
func hasStep(path string) bool {
	rec, err := record.Open(path)
	if err != nil {
		return false
	}
	defer rec.Close()
	first := rec.First()
	return first.LastTick() > first.From
}

// tell notes that the user knows of the crash.
func (l *Leftover) tell() {
	// without the note the next session tells the user again
	_ = os.WriteFile(filepath.Join(l.dir, toldName), nil, 0o600)
}

// Leftovers are the journals of sessions that have ended, the newest first.
func Leftovers(root string) []Leftover {
	var list []Leftover
	forEachEnded(root, func(l Leftover) { list = append(list, l) })
	slices.SortStableFunc(list, func(a, b Leftover) int { return cmp.Compare(b.time, a.time) })
	return list
}

// LastEnded asks so often and pauses so long in between: a killed process holds its locks until the system has removed
// it, which takes seconds for a window on a busy machine, as the threads of its driver have the least priority.
const (
	endingTries = 20
	deadTries   = 600
	endingPause = 100 * time.Millisecond
)

// LastEnded is the journal of the session that ended last, nil for none. It waits two seconds for a journal that a
// process is writing, and a minute for the journal of a dead process; running says that the newest session has not
// ended.
func LastEnded(root string) (last *Leftover, running bool) {
	for try := 1; ; try++ {
		list := Leftovers(root)
		last = nil
		if len(list) > 0 {
			last = &list[0]
		}
		newer := writtenSince(root, last)
		if newer == "" {
			return last, false
		}
		if try >= deadTries || try >= endingTries && !dead(newer) {
			return last, true
		}
		time.Sleep(endingPause)
	}
}

// writtenSince is the folder of a session that was written later than a leftover, empty for none: this session has not
// ended, or it ended after the leftovers were listed.
func writtenSince(root string, l *Leftover) (dir string) {
	for _, dir := range sessions(root) {
		if newer := look(dir); len(newer.Parts) > 0 && (l == nil || newer.time > l.time) {
			return dir
		}
	}
	return ""
}

// forEachEnded calls f for each folder whose session has ended, while its lock is held.
func forEachEnded(root string, f func(l Leftover)) {
	for _, dir := range sessions(root) {
		held, err := takeLock(filepath.Join(dir, lockName))
		if err != nil {
			continue // a session is writing here, or the folder is not ours
		}
		l := look(dir)
		if len(l.Parts) > 0 {
			f(l)
		} else {
			err = os.RemoveAll(dir)
		}
		held.release()
		if err != nil {
			_ = os.RemoveAll(dir) // Windows removes no open file: neither this lock nor that of another process
		}
	}
}

// sessions are the folders of all sessions.
func sessions(root string) (dirs []string) {
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		if pid, n, ok := strings.Cut(e.Name(), "-"); e.IsDir() && ok && isNumber(pid) && isNumber(n) {
			dirs = append(dirs, filepath.Join(root, e.Name()))
		}
	}
	return dirs
}

func isNumber(text string) bool {
	_, err := strconv.ParseUint(text, 10, 63)
	return err == nil
}

// look lists the parts in a folder.
func look(dir string) Leftover {
	l := Leftover{dir: dir}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name, path := e.Name(), filepath.Join(dir, e.Name())
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		switch {
		case name == toldName:
			l.Told = true
		case name == crashedName:
			l.Crashed = true
		case strings.Contains(name, partExtension):
			l.Crashed = l.Crashed || !strings.HasSuffix(name, partExtension)
			if info.Size() == 0 {
				break // the file of the next part, made ahead
			}
			l.Parts = append(l.Parts, path)
			l.bytes += info.Size()
			l.time = max(l.time, info.ModTime().UnixNano())
		case strings.HasSuffix(name, linkExtension):
			if path, open := followLink(path); path != "" {
				l.Parts = append(l.Parts, path)
				l.Crashed = l.Crashed || open
			}
		}
	}
	return l
}

// writeLink notes that a part is a recording in another folder: its name during writing and its final name.
func writeLink(path string, part, name string) error {
	return os.WriteFile(path, []byte(part+"\n"+name+"\n"), 0o600)
}

// maxLink bounds the size of a link (bytes): two names.
const maxLink = 64 << 10

// followLink returns the recording that a link names, and whether it is unfinished; empty where there is none.
func followLink(path string) (target string, open bool) {
	data, err := inputfile.Read(path, maxLink)
	lines := strings.Split(string(data), "\n")
	if err != nil || len(lines) < 2 {
		return "", false
	}
	for i, name := range lines[:2] {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return name, i == 0
		}
	}
	return "", false
}

// clean removes the oldest leftovers beyond a number of bytes.
func clean(root string, budget int64) {
	kept := int64(0)
	for i, l := range Leftovers(root) {
		if kept += l.bytes; i == 0 || kept <= budget {
			continue
		}
		// another process may be reading the folder
		if held, err := takeLock(filepath.Join(l.dir, lockName)); err == nil {
			held.release()
			_ = os.RemoveAll(l.dir)
		}
	}
}
