package physics

import (
	"fmt"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/step"
)

// Divergence is the error of a replay that does not do what was recorded.
type Divergence struct {
	// Step is the first one that differs, 1 for the first of the recording.
	Step int
	// Call is the number of the call within the step, and Name the call, whose result differs;
	// Name is World.Step if all results agree and the digest or hash after the step does not.
	Call int
	Name string
	// Got and Want are the results, digests or hashes.
	Got, Want string
	// Stage is the first stage of the step after which the state differs, Body the lowest slot
	// of a body that differs, −1 for none. Both are known when the recording was made with
	// Details, or when a run with one worker does what was recorded; Stage is "" otherwise.
	Stage string
	Body  int
}

func (d *Divergence) Error() string {
	text := fmt.Sprintf("physics: replay: step %d: %s gives %s, recorded %s", d.Step, d.Name, d.Got, d.Want)
	if d.Name != journal.Op(0).String() {
		text = fmt.Sprintf("physics: replay: before step %d: call %d, %s, gives %s, recorded %s", d.Step, d.Call, d.Name, d.Got, d.Want)
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
func (p *Replay) diverged(name, got, want string) {
	if p.first == nil {
		p.first = &Divergence{Step: p.step + 1, Call: p.calls, Name: name, Got: got, Want: want, Body: -1}
	}
}

// describe shows results as text; letters are their types.
func (p *Replay) describe(letters string, results []byte) string {
	c := coder{reading: true, data: results, world: p.world, foreign: p.foreign, shapes: &p.shapes}
	text := ""
	for i, letter := range letters {
		if i > 0 {
			text += ", "
		}
		text += c.describe(letter)
	}
	if c.err != nil {
		return fmt.Sprintf("% x", results[:min(len(results), 32)])
	}
	return text
}

// describe reads a result and shows it.
func (cd *coder) describe(letter rune) string {
	switch letter {
	case 'B', 'S', 'J':
		var b Body
		cd.body(&b)
		name := map[rune]string{'B': "body", 'S': "shape", 'J': "joint"}[letter]
		return fmt.Sprintf("%s %d of generation %d", name, b.index, b.generation)
	case 's':
		var list []Shape
		codeList(cd, &list, (*coder).shape)
		return fmt.Sprintf("%d shapes", len(list))
	case 'b':
		var ok bool
		cd.bool(&ok)
		return fmt.Sprint(ok)
	case 'i':
		var n int
		code64(cd, &n)
		return fmt.Sprint(n)
	}
	var err error
	if cd.error(&err); err != nil {
		return fmt.Sprintf("error %q", err.Error())
	}
	return "no error"
}

// locate finds the stage and the body of a divergence by doing the step once more, and puts the
// replay back to where it was.
func (p *Replay) locate(d *Divergence) {
	own, ok := p.watched(d.Step)
	if !ok {
		return
	}
	want := p.recordedDetail(d.Step)
	if want == nil && p.world.Workers() > 1 {
		// perhaps one worker does what was recorded
		count := p.world.Workers()
		p.world.SetWorkers(1)
		if single, same := p.watched(d.Step); same && single.agrees {
			want = &single.stepDetail
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
	stepDetail
	agrees bool
}

// watched does a step under watch, from the last state kept before it.
func (p *Replay) watched(step int) (*watchedStep, bool) {
	if p.back(step) != nil {
		return nil, false
	}
	for p.step < step-1 {
		if _, err := p.advance(nil); err != nil {
			return nil, false
		}
	}
	s := &watchedStep{}
	d, err := p.advance(&s.stepDetail)
	s.agrees = d == nil
	return s, err == nil
}

// recordedDetail returns the detail of a step in the recording, nil if there is none.
func (p *Replay) recordedDetail(step int) *stepDetail {
	e, err := p.file.At(p.rec.steps[step-1])
	if err != nil {
		return nil
	}
	s, err := readStep(e.Payload)
	if err != nil || len(s.details) == 0 {
		return nil
	}
	d, c := &stepDetail{}, coder{reading: true, data: s.details}
	if d.code(&c); c.err != nil {
		return nil
	}
	return d
}

// stepDetail are hashes of a world after each phase of a step, and of each body slot at its end.
type stepDetail struct {
	stages [step.PhaseCount]uint64
	bodies []uint32
}

// watch hashes the world in the steps until unwatch.
func (d *stepDetail) watch(w *World) {
	w.step.Watch = func(phase int) { d.stages[phase] = w.Hash() }
}

// unwatch ends watch, and hashes the bodies as they are.
func (d *stepDetail) unwatch(w *World) {
	w.step.Watch = nil
	d.bodies = d.bodies[:0]
	for i := range w.state.Bodies {
		d.bodies = append(d.bodies, snapshot.BodyHash(&w.rooms, i))
	}
}

// code writes or reads the detail. A list of stages that is not that of this version is refused.
func (d *stepDetail) code(cd *coder) {
	count := uint8(len(d.stages))
	if code8(cd, &count); cd.err == nil && int(count) != len(d.stages) {
		cd.fail(fmt.Errorf("hashes of %d stages: this version has %d", count, len(d.stages)))
	}
	for i := range d.stages {
		code64(cd, &d.stages[i])
	}
	codeList(cd, &d.bodies, func(cd *coder, hash *uint32) { code32(cd, hash) })
}

// compare names the first stage and the first body that differ, "" and −1 for none.
func (d *stepDetail) compare(e *stepDetail) (stage string, body int) {
	body = -1
	for i := range d.bodies {
		if i >= len(e.bodies) || d.bodies[i] != e.bodies[i] {
			body = i
			break
		}
	}
	for i := range d.stages {
		if d.stages[i] != e.stages[i] {
			return step.PhaseName(i), body
		}
	}
	return "", body
}
