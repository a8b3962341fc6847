package model

import (
	"reflect"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Capture describes a running world as it is now. Bodies that were quarantined and what drags
// bodies about are left out. Building the result gives the same bodies, shapes, joints, materials
// and velocities again; contacts begin anew.
func Capture(run *scenes.Run, hertz int, view scenes.View) *Model {
	return captureOf(run, hertz, view, nil)
}

// CaptureBodies is Capture of some bodies, with the joints among them and to the world.
func CaptureBodies(run *scenes.Run, bodies []physics.Body, hertz int, view scenes.View) *Model {
	only := make(map[physics.Body]bool, len(bodies))
	for _, b := range bodies {
		only[b] = true
	}
	return captureOf(run, hertz, view, only)
}

// captureOf describes the bodies in only, all where that is nil.
func captureOf(run *scenes.Run, hertz int, view scenes.View, only map[physics.Body]bool) *Model {
	w := run.World
	s := New(run.Scene.Name)
	s.Text, s.Hertz, s.Steps, s.Settings, s.View = run.Scene.Text, hertz, run.Scene.Steps, w.Settings(), view
	index := map[physics.Body]int{}
	broad := w.Counters().Contacts == 0
	named := namedBodies(run)
	// smaller worlds stay easy to edit: one node for each body
	merge := w.BodyCount() > manyBodies && only == nil
	for _, b := range w.Bodies(nil) {
		if b.Frozen() || only != nil && !only[b] {
			continue
		}
		body := captureBody(b, broad)
		if merge && !named[b] && s.repeats(&body) {
			last := &s.Bodies[len(s.Bodies)-1]
			last.Copies = append(last.Copies, vec.Transform{P: body.Def.Position, Q: body.Def.Rotation})
			continue
		}
		index[b] = len(s.Bodies)
		s.bodies = append(s.bodies, b)
		s.Bodies = append(s.Bodies, body)
	}
	for _, d := range run.Scene.Drawings {
		b, ok := w.BodyAt(d.Body)
		if i, known := index[b]; ok && known && b.Generation() == 1 {
			s.Bodies[i].Drawings = append(s.Bodies[i].Drawings, Drawing{Local: d.Local, Mesh: d.Mesh, Color: d.Color,
				Roughness: d.Roughness, Metallic: d.Metallic})
		}
	}
	s.keepSource(run, index, only == nil)
	s.keepSliding(run, index)
	for _, j := range w.Joints(nil) {
		a, b := j.Bodies()
		def := j.Def()
		to, ok := index[b]
		from := -1
		if a != (physics.Body{}) {
			var known bool
			from, known = index[a]
			ok = ok && known
		}
		if def == nil || !ok {
			continue
		}
		s.joints = append(s.joints, j)
		s.Joints = append(s.Joints, Joint{Name: j.Name(), A: from, B: to, Def: def, Off: !j.Enabled(),
			Order: j.Order()})
		for axis := range j.AxisCount() {
			s.Joints[len(s.Joints)-1].Resist(axis, j.At(axis).Passive())
		}
	}
	s.keepNamed(run, index)
	s.renumber()
	return s
}

// keepSliding notes the frictions of sliding shapes that nobody changed since.
func (s *Model) keepSliding(run *scenes.Run, index map[physics.Body]int) {
	for _, x := range run.Scene.Sliding {
		b, ok := run.World.BodyAt(x.Body)
		i, known := index[b]
		if !ok || !known || b.Generation() != 1 || x.Shape >= len(s.Bodies[i].Shapes) {
			continue
		}
		// what was changed since has one coefficient
		if shape := &s.Bodies[i].Shapes[x.Shape]; shape.Def.Material.Friction == x.AtRest {
			shape.Sliding = &x.Friction
		}
	}
}

// keepSource says which bodies came from where in the file of a scene, if all of them are described.
func (s *Model) keepSource(run *scenes.Run, index map[physics.Body]int, all bool) {
	source := run.Scene.Source
	if source == nil || !all {
		return
	}
	s.Source = source.File
	for rank, origin := range source.Origins {
		b, ok := run.World.BodyAt(rank)
		if i, known := index[b]; ok && known && b.Generation() == 1 {
			s.Bodies[i].Origin = origin
		}
	}
}

// manyBodies is the number of bodies above which equal static ones are described together.
const manyBodies = 4096

// namedBodies are the bodies that joints and drawings refer to.
func namedBodies(run *scenes.Run) map[physics.Body]bool {
	named := map[physics.Body]bool{}
	for _, j := range run.World.Joints(nil) {
		a, b := j.Bodies()
		named[a], named[b] = true, true
	}
	for _, d := range run.Scene.Drawings {
		if b, ok := run.World.BodyAt(d.Body); ok {
			named[b] = true
		}
	}
	if source := run.Scene.Source; source != nil {
		for rank := range source.Origins {
			if b, ok := run.World.BodyAt(rank); ok {
				named[b] = true
			}
		}
	}
	for _, x := range run.Scene.Sliding {
		if b, ok := run.World.BodyAt(x.Body); ok {
			named[b] = true
		}
	}
	return named
}

// repeats reports whether a body is the last one again at another place, made right after it.
func (s *Model) repeats(b *Body) bool {
	if b.Def.Type != physics.Static || len(b.Shapes) != 1 || len(s.Bodies) == 0 {
		return false
	}
	last := &s.Bodies[len(s.Bodies)-1]
	if len(last.Shapes) != 1 {
		return false
	}
	def := b.Def
	def.Position, def.Rotation = last.Def.Position, last.Def.Rotation
	x, y := &last.Shapes[0], &b.Shapes[0]
	if _, compound := y.Geometry.(physics.Compound); compound {
		return false
	}
	each := y.Order - b.Order + 1
	return def == last.Def && b.Order == last.Order+uint64(len(last.Copies)+1)*each &&
		y.Order-b.Order == x.Order-last.Order &&
		x.Geometry == y.Geometry && x.Broad == nil && y.Broad == nil && reflect.DeepEqual(x.Def, y.Def)
}

// renumber makes the orders as small as they can be: none at all where they say nothing.
func (s *Model) renumber() {
	// the nodes of a source have an order of their own
	natural := s.Source == nil
	last := uint64(0)
	next := func(order uint64) {
		natural = natural && order > last
		last = order
	}
	for i := range s.Bodies {
		next(s.Bodies[i].Order)
		for k := range s.Bodies[i].Shapes {
			next(s.Bodies[i].Shapes[k].Order)
		}
	}
	for i := range s.Joints {
		next(s.Joints[i].Order)
	}
	for n, a := range s.acts() {
		order := uint64(n + 1)
		switch {
		case a.copy > 0:
		case a.join >= 0:
			s.Joints[a.join].Order = order
		case natural && a.shape >= 0:
			s.Bodies[a.body].Shapes[a.shape].Order = 0
		case natural:
			s.Bodies[a.body].Order = 0
		case a.shape >= 0:
			s.Bodies[a.body].Shapes[a.shape].Order = order
		default:
			s.Bodies[a.body].Order = order
		}
	}
}

// captureBody describes a body; with broad also what the broad phase keeps, which counts for nothing
// where contacts begin anew.
func captureBody(b physics.Body, broad bool) Body {
	def := physics.DefaultBodyDef()
	t := b.Transform()
	def.Type, def.Position, def.Rotation = b.Type(), t.P, t.Q
	def.LinearDamping, def.AngularDamping, def.GravityScale = b.LinearDamping(), b.AngularDamping(), b.GravityScale()
	def.SleepSpeed, def.AllowSleep, def.Bullet, def.Locks = b.SleepSpeed(), b.AllowSleep(), b.Bullet(), b.Locks()
	def.Enabled = b.Enabled()
	def.Awake = b.Type() == physics.Static || b.Awake() || !def.Enabled
	def.Name, def.UserTag = b.Name(), b.UserTag()
	out := Body{Def: def, Linear: b.LinearVelocity(), Angular: b.AngularVelocity(), Order: b.Order()}
	if m, ok := b.OwnMassData(); ok {
		out.Mass = Mass{Mass: m.Mass, Center: &m.Center, Inertia: &m.Inertia}
	}
	for _, shape := range b.Shapes(nil) {
		d := physics.DefaultShapeDef()
		d.Density, d.Material, d.Filter, d.Sensor = shape.Density(), shape.Material(), shape.Filter(), shape.Sensor()
		d.ContactEvents, d.HitEvents, d.SensorEvents = shape.Events()
		d.UserTag, d.Surfaces = shape.UserTag(), shape.Surfaces(nil)
		s := Shape{Geometry: shape.Geometry(), Def: d, Order: shape.Order()}
		if broad && !shape.FreshBroadBounds() {
			bounds := shape.BroadBounds()
			s.Broad = &bounds
		}
		out.Shapes = append(out.Shapes, s)
	}
	return out
}
