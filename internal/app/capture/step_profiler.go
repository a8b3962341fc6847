package capture

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
	"sync/atomic"
	"time"

	"tumble/internal/app/session"
	"tumble/internal/wholefile"
)

// StepProfiler takes a CPU profile of a number of steps. The profile runs a little longer than the steps, as the
// runtime ends a profile late; samples of the steps carry the label profile=steps.
type StepProfiler struct {
	steps  int // left
	asked  int
	path   string
	file   *wholefile.File
	ending atomic.Bool
	result atomic.Pointer[profileResult]
}

// StepRange is a range of steps to profile, the last one included.
type StepRange struct {
	From, To uint64
	Path     string
}

type profileResult struct {
	path  string
	steps int
	err   error
}

// profiledSteps are the labels of the steps in a profile of steps.
var profiledSteps = pprof.WithLabels(context.Background(), pprof.Labels("loop", "main", "profile", "steps"))

// Running reports whether a profile is being taken.
func (p *StepProfiler) Running() bool { return p.steps > 0 || p.ending.Load() }

// Begin starts a profile of the next steps.
func (p *StepProfiler) Begin(s *session.Session, steps int, path string) error {
	if p.Running() {
		return fmt.Errorf("app: a profile of steps is being taken already")
	}
	file, err := wholefile.Begin(path)
	if err != nil {
		return fmt.Errorf("app: profile of steps: %w", err)
	}
	if err := startProfile(file); err != nil {
		file.Discard()
		return fmt.Errorf("app: profile of steps: %w", err)
	}
	p.steps, p.asked, p.path, p.file = steps, steps, path, file
	s.MarkSteps(profiledSteps)
	return nil
}

// Stepped counts a step and ends the profile after the last one.
func (p *StepProfiler) Stepped(s *session.Session) {
	if p.steps == 0 {
		return
	}
	if p.steps--; p.steps == 0 {
		p.end(s)
	}
}

// end ends the profile in a goroutine: the runtime takes up to a fifth of a second for it.
func (p *StepProfiler) end(s *session.Session) {
	s.UnmarkSteps()
	r := &profileResult{path: p.path, steps: p.asked - p.steps}
	file := p.file
	p.steps, p.file = 0, nil
	p.ending.Store(true)
	go func() {
		stopProfile()
		r.err = file.Close()
		p.result.Store(r)
		p.ending.Store(false)
	}()
}

// Close ends a profile that is being taken and waits for it.
func (p *StepProfiler) Close(s *session.Session) {
	if p.steps > 0 {
		p.end(s)
	}
	for range 500 {
		if !p.ending.Load() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Start begins a profile of the next steps in a file of the folder that did not exist, and returns a text for the user.
func (p *StepProfiler) Start(s *session.Session, steps int, folder, label string) string {
	path := ""
	for n := 1; ; n++ {
		path = filepath.Join(folder, fmt.Sprintf("tumble-%s-%d.pprof", label, n))
		if _, err := os.Stat(path); err != nil {
			break
		}
	}
	if err := p.Begin(s, steps, path); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("profiling the next %d steps", steps)
}

// Told returns a text for the user when a profile has been written, once.
func (p *StepProfiler) Told() string {
	r := p.result.Swap(nil)
	switch {
	case r == nil:
		return ""
	case r.err != nil:
		return r.err.Error()
	}
	return fmt.Sprintf("%d steps: go tool pprof -tagfocus profile=steps %s", r.steps, r.path)
}
