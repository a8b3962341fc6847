package physics

import (
	"bytes"
	"fmt"
	"reflect"
)

// ReplayOptions say how a recording is carried out. The results do not depend on them.
type ReplayOptions struct {
	// Workers share a step, 0 is one.
	Workers int
	// KeyframeEvery and KeyframeBytes are as in RecordOptions, for the states that the replay
	// keeps in order to go back.
	KeyframeEvery, KeyframeBytes int
}

// Replay is a recording being carried out. It stands after a number of steps and can go to any
// other.
type Replay struct {
	rec     *Recording
	world   *World
	foreign *World
	keys    keyframes
	step    int
	at      int // in the log
	options ReplayOptions
	answers answers
}

// Divergence is the error of a replay that does not do what was recorded.
type Divergence struct {
	// Step is the first one that differs, 1 for the first of the recording.
	Step int
	// Call is the number of the call within the step, and Name the call, whose result differs;
	// Name is World.Step if all results agree and the hash after the step does not.
	Call int
	Name string
	// Got and Want are the results or hashes.
	Got, Want string
	// Stage is the first stage of the step after which the state differs, Body the lowest slot
	// of a body that differs, −1 for none. Both are known when the recording was made with
	// Details, or when a run with one worker does what was recorded; Stage is "" otherwise.
	Stage string
	Body  int
}

func (d *Divergence) Error() string {
	text := fmt.Sprintf("physics: replay: step %d: %s gives %s, recorded %s", d.Step, d.Name, d.Got, d.Want)
	if d.Name != stepCall {
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

// NewReplay stands at the start of a recording.
func NewReplay(rec *Recording, options ReplayOptions) (*Replay, error) {
	w, err := rec.newWorld(max(1, options.Workers))
	if err != nil {
		return nil, err
	}
	foreign, err := NewWorld(DefaultWorldDef())
	if err != nil {
		return nil, err
	}
	if err := w.Restore(&rec.seed); err != nil {
		return nil, err
	}
	return &Replay{
		rec: rec, world: w, foreign: foreign, options: options,
		keys: keyframes{every: options.KeyframeEvery, budget: options.KeyframeBytes},
	}, nil
}

// World returns the world of the replay. It is for looking only.
func (p *Replay) World() *World { return p.world }

// Step returns the number of steps done.
func (p *Replay) Step() int { return p.step }

// Close ends the workers.
func (p *Replay) Close() { p.world.Close() }

// Advance carries out the next step with the calls before it. It returns a *Divergence when a result
// or the hash is not what was recorded, after the step.
func (p *Replay) Advance() error {
	d, err := p.advance(nil)
	if err != nil || d == nil {
		return err
	}
	p.locate(d)
	return d
}

// Seek goes to the state after a step, 0 for the start. Unless step is 0 the last step is carried
// out, so that the world has its events. It returns a *Divergence as Advance does, and then
// stands at the step that diverged.
func (p *Replay) Seek(step int) error {
	if step < 0 || step > p.rec.Steps() {
		return fmt.Errorf("physics: replay: step %d: the recording has 0 to %d", step, p.rec.Steps())
	}
	if step <= p.step {
		if err := p.back(step); err != nil {
			return err
		}
	} else if k := p.nearest(step); k != nil && k.step > p.step {
		if err := p.put(k); err != nil {
			return err
		}
	}
	for p.step < step {
		if err := p.Advance(); err != nil {
			return err
		}
	}
	return nil
}

// nearest returns the last state kept before a step.
func (p *Replay) nearest(step int) *keyframe {
	own := p.keys.before(step)
	recorded := (&keyframes{frames: p.rec.keys}).before(step)
	if own == nil || recorded != nil && recorded.step > own.step {
		return recorded
	}
	return own
}

// back goes to a state before a step, or to the start.
func (p *Replay) back(step int) error {
	if k := p.nearest(step); k != nil {
		return p.put(k)
	}
	p.step, p.at = 0, 0
	return p.world.Restore(&p.rec.seed)
}

func (p *Replay) put(k *keyframe) error {
	p.step, p.at = k.step, p.rec.ends[k.step-1]
	return p.world.Restore(k.state)
}

// advance carries out the calls up to the next step and that, watched if watch is not nil.
func (p *Replay) advance(watch *stepDetail) (*Divergence, error) {
	if p.step >= p.rec.Steps() {
		return nil, fmt.Errorf("physics: replay: the recording ends after step %d", p.step)
	}
	var first *Divergence
	for call := 1; ; call++ {
		e, err := p.rec.entry(p.at)
		if err != nil {
			return nil, fmt.Errorf("physics: replay: at byte %d of the calls: %w", p.at, err)
		}
		stepping := e.name == stepCall
		if stepping {
			if watch != nil {
				watch.watch(p.world)
			}
			p.answers.give(p.world, e.answers)
		}
		got, err := p.carryOut(&e)
		if stepping && watch != nil {
			watch.unwatch(p.world)
		}
		if err != nil {
			return nil, fmt.Errorf("physics: replay: step %d, call %d, %s: %w", p.step+1, call, e.name, err)
		}
		p.at = e.end
		if first == nil && !bytes.Equal(got, e.results) {
			first = &Divergence{Step: p.step + 1, Call: call, Name: e.name, Got: p.describe(&e, got), Want: p.describe(&e, e.results), Body: -1}
		}
		if !stepping {
			continue
		}
		p.step++
		if hash := p.world.Hash(); first == nil && hash != e.hash {
			first = &Divergence{Step: p.step, Call: call, Name: e.name, Got: fmt.Sprintf("hash %016x", hash),
				Want: fmt.Sprintf("hash %016x", e.hash), Body: -1}
		}
		if first == nil && watch == nil {
			return nil, p.keys.offer(p.world, p.step)
		}
		return first, nil
	}
}

// carryOut makes a recorded call and returns its results as they are recorded.
func (p *Replay) carryOut(e *logEntry) ([]byte, error) {
	method := mutators[e.name]
	c := callReader{world: p.world, foreign: p.foreign, geometries: p.rec.geometries, data: e.args}
	in := make([]reflect.Value, method.Type().NumIn())
	for i := range in {
		in[i] = reflect.New(method.Type().In(i)).Elem()
		c.value(in[i])
	}
	if c.err == nil && len(c.data) > 0 {
		c.err = fmt.Errorf("%d bytes of arguments too many", len(c.data))
	}
	if c.err != nil {
		return nil, c.err
	}
	w := callWriter{world: p.world}
	for _, v := range method.Call(in) {
		r := reflect.New(v.Type()).Elem()
		r.Set(v)
		w.value(r)
	}
	return w.out, nil
}

// describe shows results as text.
func (p *Replay) describe(e *logEntry, results []byte) string {
	c := callReader{world: p.world, foreign: p.foreign, geometries: p.rec.geometries, data: results}
	text := ""
	method := mutators[e.name].Type()
	for i := range method.NumOut() {
		v := reflect.New(method.Out(i)).Elem()
		c.value(v)
		if c.err != nil {
			return fmt.Sprintf("% x", results[:min(len(results), 32)])
		}
		if i > 0 {
			text += ", "
		}
		switch x := v.Interface().(type) {
		case Body:
			text += fmt.Sprintf("body %d of generation %d", x.index, x.generation)
		case Shape:
			text += fmt.Sprintf("shape %d of generation %d", x.index, x.generation)
		case Joint:
			text += fmt.Sprintf("joint %d of generation %d", x.index, x.generation)
		case error:
			text += fmt.Sprintf("error %q", x.Error())
		case nil:
			text += "no error"
		default:
			text += fmt.Sprint(x)
		}
	}
	return text
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
	p.back(d.Step)
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
	at := 0
	if step > 1 {
		at = p.rec.ends[step-2]
	}
	for at < p.rec.ends[step-1] {
		e, err := p.rec.entry(at)
		if err != nil {
			return nil
		}
		if at = e.end; e.name == stepCall {
			c := callReader{data: e.detail}
			return readDetail(&c)
		}
	}
	return nil
}
