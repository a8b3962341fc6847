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
	// readEvery is how often the rows of a study in progress are read.
	readEvery = 250 * time.Millisecond
	// patience is how long a study has to keep its last rows after it was stopped.
	patience = 5 * time.Second
)

// Run is a study that is simulated in a process of its own. The command can be given again by hand: it goes on where the
// study was stopped.
type Run struct {
	// Key is the parameter that varies, Study the file of the study, Page that of its results for a browser.
	Key, Study, Page string

	param  *param.Param
	table  atomic.Pointer[Table]
	cancel context.CancelFunc
	ended  chan struct{}
	err    error // of the process, once it has ended
	wake   func()
}

// Start writes the study of a parameter to a file and starts the command that simulates it, with the study and its
// outputs as arguments. wake is called from another goroutine when there is something new to show.
func Start(command []string, path, text string, p *param.Param, wake func()) (*Run, error) {
	if len(command) == 0 {
		return nil, errors.New("sweeps: this program cannot start studies")
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		return nil, fmt.Errorf("sweeps: %w", err)
	}
	base := strings.TrimSuffix(path, filepath.Ext(path))
	ctx, cancel := context.WithCancel(context.Background())
	r := &Run{Key: p.Key, param: p, Study: path, Page: base + ".html", cancel: cancel, ended: make(chan struct{}), wake: wake}
	r.table.Store(&Table{})
	// the window keeps a core
	workers := max(runtime.NumCPU()-1, 1)
	args := append(append([]string{}, command[1:]...), path, "--out", base+".out", "--report", r.Page, "--workers", strconv.Itoa(workers))
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

// follow reads the rows until the process has ended.
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

// lastLine is the last line of a program.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "sandbox: ")
}

// Table has the rows so far; it is not changed afterwards.
func (r *Run) Table() *Table { return r.table.Load() }

// Ended reports whether the process has ended, and the error of it.
func (r *Run) Ended() (bool, error) {
	select {
	case <-r.ended:
		return true, r.err
	default:
		return false, nil
	}
}

// Stop ends the process; its rows are kept.
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
