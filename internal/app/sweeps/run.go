package sweeps

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"tumble/engine/param"
	"tumble/internal/sweep"
)

const (
	// readEvery is the time between two readings of the rows of a study in progress.
	readEvery = 250 * time.Millisecond
	// patience is the time that a stopped study has to write its last rows.
	patience = 5 * time.Second
)

// Run is a study in a process of its own. The same command by hand goes on where a stopped study ended.
type Run struct {
	// Key is the parameter that varies, Study the file of the study, Page the file of its results for a browser.
	Key, Study, Page string

	param  *param.Param
	table  atomic.Pointer[Table]
	cancel context.CancelFunc
	ended  chan struct{}
	err    error // of the process, once it has ended
	wake   func()
}

// Start writes text, a study of the parameter p, to the file path, and starts the command that simulates the study,
// with the file and the outputs as further arguments. Another goroutine calls wake when the table may have new rows.
func Start(command []string, path, text string, p *param.Param, wake func()) (*Run, error) {
	if len(command) == 0 {
		return nil, errors.New("sweeps: this program cannot start studies")
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		return nil, fmt.Errorf("sweeps: %w", err)
	}
	base := strings.TrimSuffix(path, filepath.Ext(path))
	ctx, cancel := context.WithCancel(context.Background())
	r := &Run{Key: p.Key, param: p, Study: path, Page: base + ".html", cancel: cancel, ended: make(chan struct{}),
		wake: wake}
	r.table.Store(&Table{})
	// the window keeps a core
	workers := max(runtime.NumCPU()-1, 1)
	args := append(append([]string{}, command[1:]...), path, "--out", base+".out", "--report", r.Page, "--workers",
		strconv.Itoa(workers))
	cmd := exec.CommandContext(ctx, command[0], args...)
	cmd.Cancel = func() error {
		if runtime.GOOS == "windows" {
			return cmd.Process.Kill()
		}
		return cmd.Process.Signal(os.Interrupt)
	}
	cmd.WaitDelay = patience
	said := &bytes.Buffer{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("sweeps: %w", err)
	}
	go r.follow(ctx, cmd, said, base+".out")
	return r, nil
}

// follow updates the table until the process has ended; said has the error output of the process, folder its rows.
func (r *Run) follow(ctx context.Context, cmd *exec.Cmd, said *bytes.Buffer, folder string) {
	defer r.cancel()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	ticker := time.NewTicker(readEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if t, err := r.read(folder); err == nil {
				r.table.Store(t)
				r.wake()
			}
		case err := <-done:
			t, readErr := r.read(folder)
			if t == nil {
				t = &Table{}
			}
			switch last := lastLine(said.String()); {
			case ctx.Err() != nil:
			case err != nil && last != "":
				r.err = errors.New(last)
			default:
				r.err = errors.Join(err, readErr)
			}
			r.table.Store(t)
			close(r.ended)
			r.wake()
			return
		}
	}
}

// lastLine is the last line of the error output of a program, without the name of the program.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "sandbox: ")
}

// Table returns the rows so far. A newer table replaces it and never changes it.
func (r *Run) Table() *Table { return r.table.Load() }

// Ended reports whether the process has ended, and its error: nil for a study that Stop or Close ended.
func (r *Run) Ended() (bool, error) {
	select {
	case <-r.ended:
		return true, r.err
	default:
		return false, nil
	}
}

// Stop asks the process to end and returns at once; the rows are kept.
func (r *Run) Stop() { r.cancel() }

// Close stops the process and waits until it has ended.
func (r *Run) Close() {
	r.cancel()
	<-r.ended
}

// Whole reports whether every cell has a row.
func (t *Table) Whole() bool { return t.Cells > 0 && len(t.Rows) == t.Cells }

// read reads the rows in the folder of a study.
func (r *Run) read(folder string) (t *Table, err error) {
	st, err := sweep.OpenStore(folder)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	return newTable(st, r.param)
}
