package sweep

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"

	"tumble/engine/filelock"
	"tumble/engine/inputfile"
)

// A log is a file of lines, each a result:
//
//	{"crc":"5a1f0c77","seconds":0.0123,"row":{…}}
//	{"crc":"0b6d11c9","seconds":0.0123,"by":"9f86d081884c7d65","row":{…}}
//	{"crc":"c35a7e20","disowned":"9f86d081884c7d65"}
//
// A row of another machine tells which; from the last line on, none of that machine before it counts. The check sum
// (CRC-32C) is that of the line after it. Lines are appended by one write each, so that a process that is killed leaves
// at most one torn line at the end, which the next one cuts off. A line that is damaged elsewhere is left out, and its
// cell simulated again.

// Result is a row with the wall time (s) that its cell took.
type Result struct {
	Row     Row
	Seconds float64
	// By is the machine that simulated the cell, empty for this one.
	By string
	// Disowned names, instead of a row, a machine of which no row counts: one of them was wrong.
	Disowned string
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const crcHead = `{"crc":"`

// logLine is a line after its check sum.
type logLine struct {
	Seconds  *float64 `json:"seconds,omitempty"`
	By       string   `json:"by,omitempty"`
	Row      *Row     `json:"row,omitempty"`
	Disowned string   `json:"disowned,omitempty"`
}

// encodeLine appends a result as a line of a log.
func encodeLine(out []byte, r *Result) []byte {
	line := logLine{Disowned: r.Disowned}
	if r.Disowned == "" {
		seconds, _ := strconv.ParseFloat(strconv.FormatFloat(r.Seconds, 'g', 6, 64), 64)
		line = logLine{Seconds: &seconds, By: r.By, Row: &r.Row}
	}
	text, err := json.Marshal(&line)
	if err != nil {
		panic("sweep: a line cannot be encoded: " + err.Error())
	}
	begin := len(out)
	out = append(append(out, `{"crc":"00000000",`...), text[1:]...)
	sum := fmt.Sprintf("%08x", crc32.Checksum(out[begin+len(crcHead)+8:], castagnoli))
	copy(out[begin+len(crcHead):], sum)
	return append(out, '\n')
}

var errDamaged = errors.New("damaged line")

// decodeLine reads a line of a log.
func decodeLine(line []byte) (*Result, error) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	n := len(crcHead)
	if len(line) < n+8 || string(line[:n]) != crcHead || fmt.Sprintf("%08x", crc32.Checksum(line[n+8:], castagnoli)) !=
		string(line[n:n+8]) {
		return nil, errDamaged
	}
	var l logLine
	err := json.Unmarshal(line, &l)
	switch {
	case err == nil && l.Disowned != "":
		return &Result{Disowned: l.Disowned}, nil
	case err != nil || l.Row == nil || l.Seconds == nil:
		return nil, errDamaged
	}
	return &Result{Row: *l.Row, Seconds: *l.Seconds, By: l.By}, nil
}

// position is where the line of a cell is: the number of the log, from 1, and the offset in it. by is the number of the
// machine that simulated the cell, from 1, 0 for none.
type position struct {
	offset  int64
	log, by int32
}

// Store is a folder with the rows of a study.
type Store struct {
	Head *Head
	// Damaged is the number of lines that were left out.
	Damaged int
	// Recorded is the number of cells that have a row.
	Recorded int

	dir  string
	logs []*os.File
	at   []position // by cell
	// machines are the numbers of those with rows.
	machines map[string]int32
	own      *os.File
	buf      []byte
}

// OpenStore reads the logs in folders that hold rows of one study.
func OpenStore(dirs ...string) (*Store, error) {
	st := &Store{}
	for _, dir := range dirs {
		head, err := ReadHead(dir)
		if err == nil && st.Head != nil {
			if err = st.Head.same(head); err != nil {
				err = fmt.Errorf("%s: %w", dir, err)
			}
		}
		if err == nil && st.Head == nil {
			st.Head, st.dir = head, dir
			st.at, st.machines = make([]position, head.Cells), map[string]int32{}
		}
		if err == nil {
			err = st.readLogs(dir)
		}
		if err != nil {
			return nil, errors.Join(err, st.Close())
		}
	}
	return st, nil
}

// UnwrittenError is the error about rows and tables that cannot be written.
type UnwrittenError struct{ Err error }

func (e *UnwrittenError) Error() string { return e.Err.Error() }
func (e *UnwrittenError) Unwrap() error { return e.Err }

func unwritten(err error) error {
	if err == nil {
		return nil
	}
	return &UnwrittenError{err}
}

// openForWriting opens or makes the folder of a study; name is that of the log that is appended to.
func openForWriting(dir, name string, head *Head) (*Store, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, unwritten(err)
	}
	old, err := ReadHead(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		err = unwritten(head.write(dir))
	case err == nil:
		if err = old.same(head); err != nil {
			err = fmt.Errorf("%s: %w; choose another --out", dir, err)
		}
	}
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, unwritten(err)
	}
	if err := filelock.Take(file); err != nil {
		return nil, errors.Join(unwritten(fmt.Errorf("%s: %w", file.Name(), err)), file.Close())
	}
	if err := cutTorn(file); err != nil {
		return nil, errors.Join(unwritten(err), file.Close())
	}
	st, err := OpenStore(dir)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	st.own = file
	return st, nil
}

// cutTorn cuts off what follows the last end of a line, and goes to the end.
func cutTorn(file *os.File) error {
	end, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	buf := make([]byte, 64<<10)
	for at := end; at > 0; {
		n := min(at, int64(len(buf)))
		if _, err := file.ReadAt(buf[:n], at-n); err != nil {
			return err
		}
		if i := bytes.LastIndexByte(buf[:n], '\n'); i >= 0 {
			end = at - n + int64(i) + 1
			break
		}
		if at -= n; at == 0 {
			end = 0
		}
	}
	if err := file.Truncate(end); err != nil {
		return err
	}
	_, err = file.Seek(end, io.SeekStart)
	return err
}

// readLogs finds the rows in all logs of a folder.
func (st *Store) readLogs(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "cells*.jsonl"))
	if err != nil {
		return err
	}
	sort.Strings(names)
	for _, name := range names {
		file, err := inputfile.Open(name)
		if err != nil {
			return err
		}
		st.logs = append(st.logs, file)
		if err := st.readLog(file); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// readLog takes the lines of a log. Where a cell has several rows the last one counts: it was asked to be tried again.
func (st *Store) readLog(file *os.File) error {
	in := bufio.NewReaderSize(file, 1<<20)
	for offset := int64(0); ; {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // a torn line is no row yet
		}
		if err != nil {
			return err
		}
		r, err := decodeLine(line)
		if err == nil && r.Disowned == "" {
			err = st.Head.takes(&r.Row)
		}
		switch {
		case err != nil:
			st.Damaged++
		case r.Disowned != "":
			st.forget(st.machines[r.Disowned])
		default:
			st.set(r.Row.Cell, position{offset, int32(len(st.logs)), st.number(r.By)})
		}
		offset += int64(len(line))
	}
}

func (st *Store) set(cell int, p position) {
	if st.at[cell].log == 0 {
		st.Recorded++
	}
	st.at[cell] = p
}

// number is that of a machine.
func (st *Store) number(machine string) int32 {
	if machine == "" {
		return 0
	}
	n, ok := st.machines[machine]
	if !ok {
		n = int32(len(st.machines) + 1)
		st.machines[machine] = n
	}
	return n
}

// forget leaves out the rows of a machine, and what follows from them in a bisection.
func (st *Store) forget(machine int32) {
	if machine == 0 {
		return
	}
	for cell := range st.at {
		stale := st.at[cell].by == machine
		if chain := st.Head.Design.Chain; cell%chain > 0 && st.at[cell-1].log == 0 {
			stale = true
		}
		if stale && st.Has(cell) {
			st.at[cell] = position{}
			st.Recorded--
		}
	}
}

// reread reads all logs of the folder again, this process's own among them.
func (st *Store) reread() error {
	for _, f := range st.logs {
		_ = f.Close()
	}
	st.logs, st.at, st.machines, st.Recorded, st.Damaged = nil, make([]position, st.Head.Cells), map[string]int32{}, 0,
		0
	return st.readLogs(st.dir)
}

// Has reports whether a cell has a row.
func (st *Store) Has(cell int) bool { return st.at[cell].log != 0 }

// Result reads the row of a cell.
func (st *Store) Result(cell int) (*Result, error) {
	p := st.at[cell]
	file := st.logs[p.log-1]
	for size := max(len(st.buf), 1024); ; size *= 2 {
		if len(st.buf) < size {
			st.buf = make([]byte, size)
		}
		n, err := file.ReadAt(st.buf, p.offset)
		if i := bytes.IndexByte(st.buf[:n], '\n'); i >= 0 {
			return decodeLine(st.buf[:i])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
	}
}

// append writes a result. Its row is not read back from this store.
func (st *Store) append(r *Result, line []byte) ([]byte, error) {
	line = encodeLine(line[:0], r)
	_, err := st.own.Write(line)
	return line, unwritten(err)
}

// Close closes all files.
func (st *Store) Close() error {
	var err error
	for _, f := range st.logs {
		err = errors.Join(err, f.Close())
	}
	st.logs = nil
	if st.own != nil {
		err = errors.Join(err, unwritten(st.own.Sync()), unwritten(st.own.Close()))
		st.own = nil
	}
	return err
}

// Missing counts the cells without a row that the study has. Points of a bisection that its chain did not need are
// none.
func (st *Store) Missing() (int, error) {
	if st.Head.Design.Chain == 1 {
		return st.Head.Cells - st.Recorded, nil
	}
	missing := 0
	for first := 0; first < st.Head.Cells; first += st.Head.Design.Chain {
		values, held, err := st.chain(first)
		if err != nil {
			return 0, err
		}
		if _, more := st.Head.Design.Next(values, held); more {
			missing++
		}
	}
	return missing, nil
}

// chain reads the rows of a bisection as far as there are any: the values of its parameter and whether all held.
func (st *Store) chain(first int) (values []float64, held []bool, err error) {
	d := &st.Head.Design
	for k := 0; k < d.Chain && st.Has(first+k); k++ {
		r, err := st.Result(first + k)
		if err != nil {
			return nil, nil, err
		}
		values, held = append(values, float64(r.Row.Values[d.Bisected])), append(held, r.Row.Held())
	}
	return values, held, nil
}
