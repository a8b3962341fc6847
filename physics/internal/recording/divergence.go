package recording

import (
	"fmt"

	"tumble/physics/internal/journal"
)

// Divergence is the error of a replay that does not do what was recorded.
type Divergence struct {
	// Step is the first one that differs, Call the number of the call within it, and Name the call.
	Step, Call int
	Name       string
	// Got and Want are the results, digests or hashes.
	Got, Want string
	// Stage is the first stage after which the state differs, "" for none, Body the lowest slot of a body that
	// differs, −1 for none.
	Stage string
	Body  int
}

func (d *Divergence) Error() string {
	text := fmt.Sprintf("physics: replay: step %d: %s gives %s, recorded %s", d.Step, d.Name, d.Got, d.Want)
	if d.Name != journal.Op(0).String() {
		text = fmt.Sprintf("physics: replay: before step %d: call %d, %s, gives %s, recorded %s", d.Step, d.Call,
			d.Name, d.Got, d.Want)
	}
	if d.Stage != "" {
		text += fmt.Sprintf("; first different after stage %q", d.Stage)
	}
	if d.Body >= 0 {
		text += fmt.Sprintf("; body %d", d.Body)
	}
	return text
}

// diverged keeps the first divergence of a step.
func (p *Player) diverged(op journal.Op, got, want string) {
	if p.first == nil {
		p.first = &Divergence{Step: p.step + 1, Call: p.calls, Name: op.String(), Got: got, Want: want, Body: -1}
	}
}

// locate finds the stage and the body of a divergence by doing the step once more, and puts the replay back to where
// it was.
func (p *Player) locate(d *Divergence) {
	own, ok := p.watched(d.Step)
	if !ok {
		return
	}
	want := p.recordedDetail(d.Step)
	if count := p.world.Workers(); want == nil && count > 1 {
		// perhaps one worker does what was recorded
		p.world.SetWorkers(1)
		if single, same := p.watched(d.Step); same && single.agrees {
			want = &single.detail
		}
		p.world.SetWorkers(count)
	}
	if want != nil {
		d.Stage, d.Body = own.compare(want)
	}
	if p.back(d.Step) != nil {
		return
	}
	for p.step < d.Step {
		if _, err := p.advance(nil); err != nil {
			return
		}
	}
}

// watchedStep is a step done under watch, and whether it did what was recorded.
type watchedStep struct {
	detail
	agrees bool
}

// watched does a step under watch, from the last state kept before it.
func (p *Player) watched(step int) (*watchedStep, bool) {
	if p.back(step) != nil {
		return nil, false
	}
	for p.step < step-1 {
		if _, err := p.advance(nil); err != nil {
			return nil, false
		}
	}
	s := &watchedStep{}
	d, err := p.advance(&s.detail)
	s.agrees = d == nil
	return s, err == nil
}

// recordedDetail returns the detail of a step in the recording, nil if there is none.
func (p *Player) recordedDetail(step int) *detail {
	e, err := p.reader.At(p.file.steps[step-1])
	if err != nil {
		return nil
	}
	s, err := readStep(e.Payload)
	if err != nil || len(s.details) == 0 {
		return nil
	}
	d, c := &detail{}, journal.Coder{Reading: true, Data: s.details}
	if d.code(&c); c.Err != nil {
		return nil
	}
	return d
}
