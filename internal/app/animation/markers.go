package animation

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"

	"tumble/internal/app/stage"
	"tumble/internal/bodyname"
	"tumble/internal/keyframe"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Markers are shown beside the bodies: the force of each point of contact as a cone along the normal, and the
// anchors of joints as balls.
type Markers struct{ Contacts, Joints bool }

// MarkerNames are the overlays that a take has as markers.
var MarkerNames = []string{"contacts", "joints"}

// ParseMarkers reads names of overlays.
func ParseMarkers(names []string) (m Markers, err error) {
	for _, name := range names {
		switch name {
		case MarkerNames[0]:
			m.Contacts = true
		case MarkerNames[1]:
			m.Joints = true
		default:
			return m, fmt.Errorf("%q: must be one of %s", name, strings.Join(MarkerNames, ", "))
		}
	}
	return m, nil
}

// markers are the markers of the present scene of a take.
type markers struct {
	measure  stage.Yardstick
	contacts []physics.ContactInfo
	points   map[pointKey]*marker
	idle     []*marker // markers of points that have gone, for points to come
	joints   []physics.Joint
	anchors  map[anchorKey]*marker
}

// pointKey is a point of contact: the same features of the same shapes, in the same of their manifolds. Features that
// meet at several points are counted.
type pointKey struct {
	a, b, manifold, copy int
	id                   uint32
}

// anchorKey is an end of a joint.
type anchorKey struct {
	joint  physics.Joint
	second bool
}

// marker is a mesh that comes, moves, changes its size and goes.
type marker struct {
	name string
	ball bool
	at   keyframe.Track
	size keyframe.Track // in its positions
	seen int            // the newest step at which it was there
}

// note takes the markers of a world as it is now.
func (t *Take) note(w *physics.World) {
	if t.Markers == (Markers{}) {
		return
	}
	t.cast.markers.measure.Measure(w)
	if t.Markers.Contacts {
		t.notePoints(w)
	}
	if t.Markers.Joints {
		t.noteAnchors(w)
	}
}

// notePoints takes the points of contact. Points that have gone leave their markers to points of later steps.
func (t *Take) notePoints(w *physics.World) {
	m := &t.cast.markers
	rate := 1 / w.StepLength()
	m.contacts = w.Contacts(m.contacts[:0])
	manifold := 0
	for i := range m.contacts {
		c := &m.contacts[i]
		manifold++
		if i == 0 || c.ShapeA != m.contacts[i-1].ShapeA || c.ShapeB != m.contacts[i-1].ShapeB {
			manifold = 0
		}
		rotation := vec.QuatBetween(vec.AxisY, c.Normal)
		for k := range c.Points[:c.Count] {
			p := &c.Points[k]
			key := pointKey{a: c.ShapeA.Index(), b: c.ShapeB.Index(), manifold: manifold, id: p.ID}
			mark := m.points[key]
			for mark != nil && mark.seen == t.steps {
				key.copy++
				mark = m.points[key]
			}
			if mark == nil {
				mark = t.pointMarker()
				m.points[key] = mark
			}
			width := markerWidth * m.measure.Arrow(m.measure.Force(), 1)
			length := max(m.measure.Arrow(p.Impulse*rate, 1), width)
			t.mark(mark, vec.Transform{P: p.Point, Q: rotation}, vec.V3(width, length, width))
		}
	}
	for key, mark := range m.points {
		if mark.seen != t.steps {
			mark.unmark(t.now())
			delete(m.points, key)
			m.idle = append(m.idle, mark)
		}
	}
	// the order of a map differs from run to run
	slices.SortFunc(m.idle, func(a, b *marker) int { return strings.Compare(a.name, b.name) })
}

// pointMarker is a marker for a new point.
func (t *Take) pointMarker() *marker {
	m := &t.cast.markers
	if n := len(m.idle); n > 0 {
		mark := m.idle[n-1]
		m.idle = m.idle[:n-1]
		return mark
	}
	return t.newMarker(fmt.Sprintf("contact %06d", len(t.marks)), false)
}

// newMarker makes a marker with the tolerance of the world's measure.
func (t *Take) newMarker(name string, ball bool) *marker {
	m := &t.cast.markers
	off := markerError * float64(m.measure.Arrow(m.measure.Force(), 1))
	mark := &marker{name: name, ball: ball, seen: -1}
	mark.at.Position, mark.at.Rotation, mark.size.Position = min(off, MaxError), markerError, off
	t.marks = append(t.marks, mark)
	return mark
}

// noteAnchors takes the joints. Two anchors in one place have one marker.
func (t *Take) noteAnchors(w *physics.World) {
	m := &t.cast.markers
	m.joints = w.Joints(m.joints[:0])
	radius := anchorSize * m.measure.Arrow(m.measure.Force(), 1)
	for _, j := range m.joints {
		a, b := j.Anchors()
		for second, at := range [2]vec.Vec3{b, a} {
			key := anchorKey{j, second == 1}
			mark := m.anchors[key]
			if mark == nil && second == 1 && a.Dist(b) < radius {
				continue
			}
			if mark == nil {
				mark = t.newMarker(jointName(j), true)
				m.anchors[key] = mark
			}
			t.mark(mark, vec.Transform{P: at, Q: vec.QuatIdentity}, vec.V3(radius, radius, radius))
		}
	}
	for key, mark := range m.anchors {
		if mark.seen != t.steps {
			mark.unmark(t.now())
			delete(m.anchors, key)
		}
	}
}

// jointName says which bodies a joint holds together, and how.
func jointName(j physics.Joint) string {
	a, b := j.Bodies()
	if !a.Valid() {
		return fmt.Sprintf("%v %s", j.Kind(), bodyname.Of(b))
	}
	return fmt.Sprintf("%v %s–%s", j.Kind(), bodyname.Of(a), bodyname.Of(b))
}

// mark puts a marker at a place with a size. A marker without a place at the step before appears.
func (t *Take) mark(m *marker, at vec.Transform, size vec.Vec3) {
	now, was := t.now(), m.seen
	m.seen = t.steps
	scale := vec.Transform{P: size, Q: vec.QuatIdentity}
	if was == t.steps-1 && was >= 0 {
		m.at.Add(now, at)
		m.size.Add(now, scale)
		return
	}
	if was < 0 && now > 0 {
		m.size.Add(0, vec.Transform{Q: vec.QuatIdentity})
	}
	m.at.Jump(now, at)
	m.size.Jump(now, scale)
}

// unmark takes the size of a marker away from a time (s) on.
func (m *marker) unmark(time float32) { m.size.Jump(time, vec.Transform{Q: vec.QuatIdentity}) }

// endMarkers ends the markers of a scene that another one follows, right after its last step.
func (t *Take) endMarkers() {
	if t.cast == nil {
		return
	}
	after := math.Nextafter32(t.now(), never)
	for _, mark := range t.cast.markers.points {
		mark.unmark(after)
	}
	for _, mark := range t.cast.markers.anchors {
		mark.unmark(after)
	}
}

// markers writes the markers below a node of their own.
func (w *writer) markers() {
	t := w.take
	if len(t.marks) == 0 {
		return
	}
	root := &gltf.Node{Name: "markers"}
	w.root(root)
	cone, ball := renderer.ConeMesh(0), renderer.SphereMesh(1)
	for i := range cone.Vertices {
		// from its base on, one long
		cone.Vertices[i].Y = 0.5 + 0.5*cone.Vertices[i].Y
	}
	shelf := &shelf{meshes: []renderer.MeshDesc{cone, ball}}
	paint := renderer.DefaultMaterial()
	paint.Roughness, paint.Emission = 1, markerGlow
	looks := [2]*part{
		{look: stage.Part{Mesh: 0, Color: stage.ContactColor, Material: paint}, shelf: shelf},
		{look: stage.Part{Mesh: 1, Color: stage.JointColor, Material: paint}, shelf: shelf},
	}
	for _, m := range t.marks {
		look := looks[0]
		if m.ball {
			look = looks[1]
		}
		positions, rotations := m.at.Keys()
		sizes, _ := m.size.Keys()
		n := nodeAt(m.name, vec.Transform{P: positions[0].At, Q: rotations[0].At})
		n.Mesh, n.Scale = gltf.Index(w.mesh(look)), wide(sizes[0].At)
		at := w.node(n)
		root.Children = append(root.Children, at)
		w.positions(at, gltf.TRSTranslation, positions)
		w.rotations(at, rotations, true)
		w.positions(at, gltf.TRSScale, sizes)
	}
}
