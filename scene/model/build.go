package model

import (
	"cmp"
	"fmt"
	"slices"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// defaultSeconds is the length of a run of a scene without one.
const defaultSeconds = 10

// Rate returns the steps a second.
func (s *Model) Rate() int {
	if s.Hertz == 0 {
		return 100
	}
	return s.Hertz
}

// Scene returns the scene as the program uses all of its scenes.
func (s *Model) Scene() *scenes.Scene {
	out := &scenes.Scene{
		Name: s.Name, Category: "file", Text: s.Text, View: s.View, Views: s.Views, Hertz: s.Rate(), Steps: s.Steps,
		Files: s.Files,
		World: s.world,
		Build: func(r *scenes.Run) { s.build(r) },
		Check: s.check,
	}
	if out.Steps == 0 {
		out.Steps = defaultSeconds * s.Rate()
		if s.Expect.AsleepBy > 0 {
			out.Steps = int(float64(s.Expect.AsleepBy)*float64(s.Rate()) + 0.5)
		}
	}
	ranks := s.ranks()
	out.Coordinates, out.Sensors = s.coordinates(), s.sensors(ranks)
	out.AddActuators(s.actuators(ranks))
	if s.Source != nil {
		out.Source = &scenes.Source{File: s.Source, Origins: make(map[int]int, len(s.Bodies))}
		for i := range s.Bodies {
			if origin := s.Bodies[i].Origin; origin != 0 {
				out.Source.Origins[ranks[i]] = origin
			}
		}
	}
	for i := range s.Bodies {
		for _, d := range s.Bodies[i].Drawings {
			out.Drawings = append(out.Drawings, scenes.Drawing{Body: ranks[i], Local: d.Local, Mesh: d.Mesh,
				Color: d.Color, Roughness: d.Roughness, Metallic: d.Metallic})
		}
		for k := range s.Bodies[i].Shapes {
			if x := &s.Bodies[i].Shapes[k]; x.Sliding != nil {
				out.Sliding = append(out.Sliding, scenes.Sliding{Body: ranks[i], Shape: k,
					AtRest: x.Def.Material.Friction, Friction: *x.Sliding})
			}
		}
	}
	return out
}

// world sets the settings of the scene, and the memory of its bodies: growing to a million of them copies as much
// again.
func (s *Model) world(def *physics.WorldDef) {
	def.Settings = s.Settings
	bodies, shapes := 0, 0
	for i := range s.Bodies {
		b := &s.Bodies[i]
		bodies += 1 + len(b.Copies)
		shapes += (1 + len(b.Copies)) * len(b.Shapes)
	}
	def.BodyCapacity, def.ShapeCapacity = bodies, shapes
	def.MaxBodies, def.MaxShapes = max(def.MaxBodies, bodies), max(def.MaxShapes, shapes)
}

// act is one creation: of a body, of one of its shapes, or of a joint. copy counts the copies of a
// body from 1, which are made together with their shapes; 0 is the body itself.
type act struct {
	order             uint64
	body, shape, join int
	copy              int
}

// acts returns all creations in their order.
func (s *Model) acts() []act {
	count := len(s.Joints)
	for i := range s.Bodies {
		count += 1 + len(s.Bodies[i].Shapes) + len(s.Bodies[i].Copies)
	}
	list := make([]act, 0, count)
	next := uint64(0)
	add := func(order uint64, a act) {
		// an entry without an order of its own follows the entry before it
		if order == 0 {
			order = next
		}
		next = order
		a.order = order
		list = append(list, a)
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		add(b.Order, act{body: i, shape: -1, join: -1})
		for k := range b.Shapes {
			add(b.Shapes[k].Order, act{body: i, shape: k, join: -1})
		}
		for c := range b.Copies {
			add(0, act{body: i, shape: -1, join: -1, copy: c + 1})
		}
	}
	for i := range list {
		next = max(next, list[i].order)
	}
	for i := range s.Joints {
		add(s.Joints[i].Order, act{body: -1, shape: -1, join: i})
	}
	slices.SortStableFunc(list, func(a, b act) int { return cmp.Compare(a.order, b.order) })
	return list
}

// ranks returns the index that each body has in the world.
func (s *Model) ranks() []int {
	ranks, next := make([]int, len(s.Bodies)), 0
	for _, a := range s.acts() {
		if a.join >= 0 || a.shape >= 0 {
			continue
		}
		if a.copy == 0 {
			ranks[a.body] = next
		}
		next++
	}
	return ranks
}

// builder makes the things of a model in a world.
type builder struct {
	scene *Model
	world *physics.World
	*Built
}

// sensors are those of the scene with the indices and orders that bodies and joints have in the world.
func (s *Model) sensors(ranks []int) []scenes.Sensor {
	if len(s.Sensors) == 0 {
		return nil
	}
	orders := s.jointOrders()
	list := slices.Clone(s.Sensors)
	for i := range list {
		x := &list[i]
		for _, m := range []*scenes.Mount{&x.At, &x.Relative} {
			if m.Body >= 0 {
				m.Body = ranks[m.Body]
			}
		}
		if x.Joint > 0 {
			x.Joint = orders[x.Joint-1]
		}
		x.Terms, x.Bodies = slices.Clone(x.Terms), slices.Clone(x.Bodies)
		for k := range x.Terms {
			x.Terms[k].Joint = orders[x.Terms[k].Joint-1]
		}
		for k, b := range x.Bodies {
			x.Bodies[k] = ranks[b]
		}
	}
	return list
}

// coordinates are those of joints that have names or rotors, with the orders that the joints have in the world.
func (s *Model) coordinates() []scenes.JointCoordinates {
	var list []scenes.JointCoordinates
	for i, order := range s.jointOrders() {
		if j := &s.Joints[i]; j.Coordinates != nil || j.Armature != nil {
			list = append(list, scenes.JointCoordinates{Joint: order, Names: j.Coordinates, Armature: j.Armature})
		}
	}
	return list
}

// actuators are those of the scene with the indices and orders that bodies and joints have in the world.
func (s *Model) actuators(ranks []int) []scenes.Actuator {
	if len(s.Actuators) == 0 {
		return nil
	}
	orders := s.jointOrders()
	list := slices.Clone(s.Actuators)
	for i := range list {
		on := slices.Clone(list[i].On)
		for k := range on {
			on[k].Joint = orders[on[k].Joint-1]
		}
		list[i].On = on
		if list[i].At != nil {
			at := *list[i].At
			at.Body = ranks[at.Body]
			list[i].At = &at
		}
	}
	return list
}

// jointOrders are the orders that the joints have in the world, see physics.Joint.Order: every body, shape and joint
// has a number.
func (s *Model) jointOrders() []uint64 {
	orders, next := make([]uint64, len(s.Joints)), uint64(0)
	for _, a := range s.acts() {
		next++
		switch {
		case a.copy > 0:
			next += uint64(len(s.Bodies[a.body].Shapes))
		case a.join >= 0:
			orders[a.join] = next
		}
	}
	return orders
}

func (s *Model) build(r *scenes.Run) {
	built, err := s.Build(r.World)
	if err != nil {
		r.Fail(err)
		return
	}
	list := slices.Clone(built.Bodies)
	slices.SortFunc(list, func(a, b physics.Body) int { return cmp.Compare(a.Order(), b.Order()) })
	for _, body := range list {
		switch body.Type() {
		case physics.Dynamic:
			r.Bodies = append(r.Bodies, body)
		case physics.Kinematic:
			r.Movers = append(r.Movers, body)
		}
	}
}

// Build makes the bodies, shapes and joints of the model in a world, beside those that it has. An error leaves the
// part that was made before.
func (s *Model) Build(w *physics.World) (*Built, error) {
	b := &builder{scene: s, world: w, Built: &Built{
		Bodies: make([]physics.Body, len(s.Bodies)), Shapes: make([][]physics.Shape, len(s.Bodies)),
		Joints: make([]physics.Joint, len(s.Joints)), model: s,
	}}
	missing := make([]int, len(s.Bodies))
	for i := range s.Bodies {
		missing[i] = len(s.Bodies[i].Shapes)
		b.Shapes[i] = make([]physics.Shape, missing[i])
	}
	for _, a := range s.acts() {
		var err error
		switch {
		case a.copy > 0:
			if err = b.copy(a.body, a.copy-1); err != nil {
				return nil, err
			}
			continue
		case a.join >= 0:
			err = b.joint(a.join)
		case a.shape >= 0:
			err = b.shape(a.body, a.shape)
			missing[a.body]--
		default:
			err = b.body(a.body)
		}
		if err == nil && a.join < 0 && missing[a.body] == 0 {
			err = b.setMass(a.body)
		}
		if err != nil {
			return nil, err
		}
	}
	b.finish()
	if s.Continuation != nil {
		s.Continuation.restore(w)
	}
	return b.Built, nil
}

func (b *builder) body(i int) error {
	d := &b.scene.Bodies[i]
	body, err := b.world.CreateBody(d.Def)
	if err != nil {
		return fmt.Errorf("body %q: %w", d.Def.Name, err)
	}
	b.Bodies[i] = body
	return nil
}

// copy makes one of the static bodies that are equal to body i.
func (b *builder) copy(i, k int) error {
	d := &b.scene.Bodies[i]
	def := d.Def
	def.Position, def.Rotation = d.Copies[k].P, d.Copies[k].Q
	body, err := b.world.CreateBody(def)
	for s := 0; s < len(d.Shapes) && err == nil; s++ {
		_, err = body.CreateShape(d.Shapes[s].Geometry, d.Shapes[s].Def)
	}
	if err != nil {
		return fmt.Errorf("copy %d of body %q: %w", k, d.Def.Name, err)
	}
	return nil
}

func (b *builder) shape(i, k int) error {
	d := &b.scene.Bodies[i]
	if !b.Bodies[i].Valid() {
		return fmt.Errorf("body %q: its shapes come before it", d.Def.Name)
	}
	shape, err := b.Bodies[i].CreateShape(d.Shapes[k].Geometry, d.Shapes[k].Def)
	if err != nil {
		return fmt.Errorf("body %q: shape %d: %w", d.Def.Name, k, err)
	}
	b.Shapes[i][k] = shape
	if broad := d.Shapes[k].Broad; broad != nil {
		// refused where somebody moved the body: then the new ones count
		shape.SetBroadBounds(*broad)
	}
	return nil
}

// setMass replaces the mass of the shapes by the mass of the file.
func (b *builder) setMass(i int) error {
	d, body := &b.scene.Bodies[i], b.Bodies[i]
	m := &d.Mass
	if d.Def.Type != physics.Dynamic || m.Mass == 0 && m.Center == nil && m.Inertia == nil {
		return nil
	}
	data := body.MassData()
	if m.Mass > 0 {
		data.Inertia = data.Inertia.Scale(m.Mass / data.Mass)
		data.Mass = m.Mass
	}
	if m.Center != nil {
		data.Center = *m.Center
	}
	if m.Inertia != nil {
		data.Inertia = *m.Inertia
	}
	if err := body.SetMassData(data); err != nil {
		return fmt.Errorf("body %q: %w", d.Def.Name, err)
	}
	return nil
}

// finish sets the velocities, which would change with every shape before.
func (b *builder) finish() {
	for i := range b.scene.Bodies {
		d := &b.scene.Bodies[i]
		if d.Def.Type == physics.Static {
			continue
		}
		if !d.Def.Awake {
			// shapes, masses and joints wake what they are given to
			if b.Bodies[i].Awake() {
				b.Bodies[i].SetAwake(false)
			}
			continue
		}
		if d.Linear != (vec.Vec3{}) {
			b.Bodies[i].SetLinearVelocity(d.Linear)
		}
		if d.Angular != (vec.Vec3{}) {
			b.Bodies[i].SetAngularVelocity(d.Angular)
		}
	}
}
