package physics

import (
	"errors"
	"fmt"

	"tumble/physics/internal/recording"
	"tumble/physics/internal/state"
	"tumble/physics/internal/track"
	"tumble/physics/vec"
)

// film is a recording that a world shows instead of computing its steps.
type film struct {
	film  *recording.Film
	from  int // the step of the recording in which the world began
	steps int
	poses []track.Pose
	// bodies are the bodies of the poses, by the looks that are their user tags
	bodies map[uint64]Body
	all    []Body
}

// HasPoses reports whether the recording holds poses, so that every version can show it.
func (r *Recording) HasPoses() bool { return r.held().HasTrack() }

// Show makes an empty world show the poses of a recording from the state after step from on, 0 for its start:
// Step then places the bodies where the recording has them after its next step, and computes nothing. After the
// last one they stand still.
//
// The recording may come from a version whose results differ. Positions are right to 0.1 mm, rotations to 0.3
// mrad, and velocities are those that lead from pose to pose. There are no contacts, joints and events; the
// user tags of bodies are those of the world. Changes of the world, but for Restore, last until the next step.
// The file must stay open.
func (r *Recording) Show(w *World, from int) error {
	if w == nil || w.locked.Load() || w.BodyCount() > 0 || w.state.Steps > 0 {
		return errors.New("physics: show: only an empty world can show a recording")
	}
	p, err := recording.NewFilm(r.held())
	if err == nil {
		err = p.Seek(from)
	}
	if err != nil {
		return err
	}
	w.film = &film{film: p, from: from, steps: r.Steps() - from, bodies: make(map[uint64]Body)}
	w.film.match(w, 0)
	return nil
}

// Showing returns the step of a recording that the world shows, and how many that has; ok is false for a world
// that computes.
func (w *World) Showing() (step, steps int, ok bool) {
	if w == nil || w.film == nil {
		return 0, 0, false
	}
	f := w.film
	return f.from + min(int(w.state.Steps), f.steps), f.from + f.steps, true
}

// ShowStep makes a world that shows a recording stand after one of its steps.
func (w *World) ShowStep(step int) error {
	if w == nil || w.film == nil || w.locked.Load() {
		return errors.New("physics: show: the world shows no recording")
	}
	f := w.film
	if step < f.from || step > f.from+f.steps {
		return fmt.Errorf("physics: show: step %d: must be %d to %d", step, f.from, f.from+f.steps)
	}
	w.step.Count(uint64(step - f.from))
	return f.show(w, 0)
}

// step shows the next step.
func (f *film) step(w *World, dt float32) error {
	w.step.Count(w.state.Steps + 1)
	return f.show(w, dt)
}

// show brings the bodies to the poses after the step at which the world stands, dt (s) after those they have; 0
// lets them rest.
func (f *film) show(w *World, dt float32) error {
	if err := f.film.Seek(f.from + min(int(w.state.Steps), f.steps)); err != nil {
		return err
	}
	w.published.moves = w.published.moves[:0]
	w.changed()
	f.match(w, dt)
	w.published.swap()
	return nil
}

// match makes the bodies of the world those of the film.
func (f *film) match(w *World, dt float32) {
	f.poses = f.film.Poses(f.poses[:0])
	f.find(w)
	for i := range f.poses {
		p := &f.poses[i]
		b, ok := f.bodies[p.Look.ID]
		if !ok {
			if b, ok = w.showBody(p); !ok {
				continue
			}
			f.bodies[p.Look.ID] = b
			b.follow(p, 0)
			continue
		}
		b.follow(p, dt)
	}
}

// find removes the bodies that the film does not have, and finds the others.
func (f *film) find(w *World) {
	clear(f.bodies)
	for i := range f.poses {
		f.bodies[f.poses[i].Look.ID] = Body{}
	}
	f.all = w.Bodies(f.all[:0])
	for _, b := range f.all {
		if known, ok := f.bodies[b.UserTag()]; ok && known.world == nil {
			f.bodies[b.UserTag()] = b
		} else {
			b.Destroy()
		}
	}
	for id, b := range f.bodies {
		if b.world == nil {
			delete(f.bodies, id)
		}
	}
}

// showBody makes a body of the film; false if the world has no room. Shapes that this version does not take are
// left out.
func (w *World) showBody(p *track.Pose) (Body, bool) {
	def := DefaultBodyDef()
	def.Type, def.Name, def.UserTag = p.Look.Type, p.Look.Name, p.Look.ID
	b, err := w.CreateBody(def)
	if err != nil {
		return b, false
	}
	for i := range p.Look.Shapes {
		s := &p.Look.Shapes[i]
		if s.Geometry == nil {
			continue
		}
		shapeDef := DefaultShapeDef()
		shapeDef.Sensor = s.Sensor
		_, _ = b.CreateShape(publicGeometry(s.Geometry), shapeDef)
	}
	return b, true
}

// follow brings a body to its pose.
func (b Body) follow(p *track.Pose, dt float32) {
	w := b.world
	awake := b.Awake()
	was := b.Transform()
	to := vec.Transform{P: p.Transform.P, Q: p.Transform.Q.Norm()}
	if !state.ValidTransform(to) {
		// a damaged file: the body stays where it was
		to = was
	}
	if to != was {
		w.step.Show(b.index, to)
	}
	if b.Type() == Static {
		if to != was {
			w.published.next.Placed = append(w.published.next.Placed, b)
		}
		return
	}
	if p.Moving != awake {
		b.SetAwake(p.Moving)
	}
	if p.Moving && dt > 0 {
		b.SetLinearVelocity(state.ClampVector(to.P.Sub(was.P).Mul(1/dt), maxSpeedInput))
		b.SetAngularVelocity(state.ClampVector(to.Q.Mul(was.Q.Conj()).RotationVector().Mul(1/dt), maxSpeedInput))
	}
	if p.Moving || awake || to != was {
		w.published.moves = append(w.published.moves, MoveEvent{Body: b, Transform: to, FellAsleep: !p.Moving})
	}
}
