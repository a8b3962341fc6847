package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"tumble/engine/timestep"
)

// Progress shows how far long work is: a bar on a terminal, a plain line now and then
// elsewhere. Work that is done within a second shows nothing.
type Progress struct {
	out      io.Writer
	clock    timestep.Clock
	unit     string // of the counted things, as "step"
	terminal bool
	Total    int
	began    int64
	next     int64
	shown    bool
}

const (
	firstProgress    = timestep.Second
	terminalInterval = 100 * timestep.Millisecond
	plainInterval    = 10 * timestep.Second
)

func NewProgress(out io.Writer, clock timestep.Clock, unit string, total int) *Progress {
	p := &Progress{out: out, clock: clock, unit: unit, Total: total, began: clock.Now()}
	if f, ok := out.(*os.File); ok {
		p.terminal = term.IsTerminal(int(f.Fd()))
	}
	p.next = p.began + firstProgress
	if !p.terminal {
		p.next = p.began + plainInterval
	}
	return p
}

// Update shows that done of total are done. On nil it does nothing.
func (p *Progress) Update(done int) {
	if p == nil {
		return
	}
	now := p.clock.Now()
	if now < p.next {
		return
	}
	elapsed := float64(now-p.began) / float64(timestep.Second)
	left := elapsed * float64(max(p.Total-done, 0)) / float64(max(done, 1))
	if !p.terminal {
		p.next = now + plainInterval
		fmt.Fprintf(p.out, "%s %d of %d, %.0f s done, about %.0f s left\n", p.unit, done, p.Total, elapsed, left)
		return
	}
	p.next = now + terminalInterval
	p.shown = true
	const width = 30
	full := min(width*done/max(p.Total, 1), width)
	fmt.Fprintf(p.out, "\r[%s%s] %s %d/%d, %.0f s left \x1b[K", strings.Repeat("=", full),
		strings.Repeat(" ", width-full), p.unit, done, p.Total, left)
}

// Elapsed returns the time (ns) since the work began.
func (p *Progress) Elapsed() int64 { return p.clock.Now() - p.began }

// End removes the bar.
func (p *Progress) End() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
	p.shown = false
}
