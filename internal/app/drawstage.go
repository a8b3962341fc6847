package app

import (
	"cmp"
	"slices"

	"tumble/engine"
	"tumble/engine/pose"
	"tumble/physics/vec"
	"tumble/renderer"
)

// sunLength is how far a shadow is followed, for culling (m).
const sunLength = 200

// onStage is a stage with the motion of its bodies, in one pane of the picture.
type onStage struct {
	stage *Stage
	nodes *pose.NodeStore
	show  *Show
	pane  int
	mark  marks
	first int // of its nodes among those of all stages
}

// Draw records all bodies. Those outside of the view are left out unless their shadow falls
// into it.
func (s *Stage) Draw(f *engine.Frame, show *Show) {
	s.alone[0] = onStage{stage: s, nodes: f.Nodes, show: show}
	drawStages(f, s.alone[:])
	s.alone[0] = onStage{}
}

// drawStages records stages that share their meshes: however many there are, each mesh is one draw.
func drawStages(f *engine.Frame, list []onStage) {
	first := list[0].stage
	batches, meshes := &first.batches, first.meshes
	total := 0
	for i := range list {
		list[i].first = total
		total += list[i].nodes.Len()
	}
	batches.Begin(len(meshes.meshes), total)
	for i := range list {
		o := &list[i]
		o.mark = newMarks(o.show)
		if o.show.Color != o.stage.mode || o.stage.stale && o.stage.mode != ColorPaint {
			o.stage.paint(o.show.Color, float32(f.Status.Hz))
		}
		o.stage.addSurfaces(f.Packet)
		o.prepare()
		o.choose(f, batches)
	}
	batches.Layout(f.Packet)
	for i := range list {
		list[i].place(batches)
	}
	flags := renderer.DrawEdges
	if !list[0].show.Shadows {
		flags |= renderer.DrawNoShadow
	}
	var own []renderer.DrawFlags
	if list[0].show.Flat {
		own = meshes.flat
	}
	batches.Draw(f.Packet, meshes.meshes, flags, own)
	for i := range list {
		list[i].drawClear(f)
		list[i].outline(f)
	}
}

// paint colours every look anew.
func (s *Stage) paint(mode ColorMode, hertz float32) {
	s.mode, s.stale, s.prepared.done = mode, false, false
	s.painter.prepare(s.world, mode, hertz)
	for i := range s.looks {
		// what is only a ghost keeps its colour
		if o := &s.owners[i]; o.shape.Valid() {
			s.looks[i].Color = s.painter.colorOf(mode, o.body, o.shape)
			if o.paint != 0 && mode == ColorPaint {
				s.looks[i].Color = o.paint
			}
		}
	}
}

// part is what choosing asks of a node: its mesh, and what is special about it.
type part uint32

const (
	partRound  part = 1 << iota // has levels of detail
	partSensor                  // a sensor
	partClear                   // light shines through
	partShadow                  // if so, whether it casts a shadow

	partMesh = 4 // the shift of the mesh
)

// prepared is what a frame needs of the nodes in their order; it stays from frame to frame while it is done.
type prepared struct {
	done     bool
	nodes    *pose.NodeStore
	revision uint64
	pane     int
	sleep    bool
	parts    []part
	finish   []renderer.Finish
}

// prepare writes what nodes look like in the order of drawing, if anything about it has changed.
func (o *onStage) prepare() {
	s, p := o.stage, &o.stage.prepared
	if p.done && p.nodes == o.nodes && p.revision == o.nodes.Revision() && p.pane == o.pane && p.sleep == o.show.Sleep {
		return
	}
	p.done, p.nodes, p.revision, p.pane, p.sleep = true, o.nodes, o.nodes.Revision(), o.pane, o.show.Sleep
	nodes, _ := o.nodes.Drawn()
	p.parts, p.finish = slices.Grow(p.parts[:0], len(nodes))[:len(nodes)], slices.Grow(p.finish[:0], len(nodes))[:len(nodes)]
	pane := renderer.InstanceFlags(0).In(o.pane)
	for i := range nodes {
		n := &nodes[i]
		l := s.looks[n.Material]
		kind := part(n.Mesh) << partMesh
		if s.meshes.round[n.Mesh] {
			kind |= partRound
		}
		if l.Flags&renderer.InstanceSensor != 0 {
			kind |= partSensor | partClear
		} else if a := l.Color.A(); a < 255 {
			kind |= partClear
			if a >= darkAlpha {
				kind |= partShadow
			}
		}
		l.Flags |= pane
		if p.sleep && s.asleep[n.Slot] {
			l.Flags |= renderer.InstanceSleeping
		}
		p.parts[i], p.finish[i] = kind, l
	}
}

// choosing is what finds which nodes are in view, and how large.
type choosing struct {
	detail detail
	eye    vec.Vec3
}

// together is how many nodes are gone through at a time: what is written for them and read again stays in the nearest cache.
const together = 256

// choose culls the bodies and picks the level of detail of round ones.
func (o *onStage) choose(f *engine.Frame, batches *renderer.Batches) {
	s, view := o.stage, &f.Packet.View
	frustum, pad := view.Frustum(), float32(0)
	if f.Packet.Header.Flags&renderer.FrameLatch != 0 {
		// the frame may be drawn from an eye that has moved on
		frustum, pad = view.Wide(latchTurn), s.latchWay
	}
	sun := f.Packet.Environment.SunDirection
	views := frustum.NewCuller(pad)
	shadows := frustum.NewShadowCuller(pad, -sun[0]*sunLength, -sun[1]*sunLength, -sun[2]*sunLength)
	c := choosing{detail: newDetail(view, f.Height), eye: world(view.Eye)}
	c.detail.pixels *= s.detail
	s.clear = s.clear[:0]
	_, bounds := o.nodes.Drawn()
	var seen, shadowed [together]uint8
	for begin := 0; begin < len(bounds); begin += together {
		end := min(begin+together, len(bounds))
		saw := seen[:end-begin]
		views.See(bounds[begin:end], saw)
		parts := s.prepared.parts[begin:end]
		asked := false
		for i, p := range parts {
			if saw[i] != 0 && p&(partSensor|partClear) == 0 {
				at := &bounds[begin+i]
				kind := int(p >> partMesh)
				if p&partRound != 0 {
					kind += c.detail.level(at.X, at.Y, at.Z, at.Radius)
				}
				batches.Add(o.first+begin+i, kind, true)
				continue
			}
			if !asked {
				asked = true
				shadows.See(bounds[begin:end], shadowed[:])
			}
			o.chooseOne(&c, begin+i, saw[i] != 0, shadowed[i] != 0, batches)
		}
	}
}

// chooseOne is choose for what may not be seen or what light shines through.
func (o *onStage) chooseOne(c *choosing, i int, seen, shadowed bool, batches *renderer.Batches) {
	s := o.stage
	_, bounds := o.nodes.Drawn()
	at, p := &bounds[i], s.prepared.parts[i]
	if at.Radius < 0 || p&partSensor != 0 && !o.show.Sensors || !seen && !shadowed {
		batches.Skip(o.first + i)
		return
	}
	kind := int(p >> partMesh)
	if p&partRound != 0 {
		kind += c.detail.level(at.X, at.Y, at.Z, at.Radius)
	}
	if p&partClear == 0 {
		batches.Add(o.first+i, kind, seen)
		return
	}
	if seen {
		s.clear = append(s.clear, clearPart{i, kind, vec.V3(at.X, at.Y, at.Z).Dist(c.eye)})
	}
	if p&partShadow != 0 {
		batches.Add(o.first+i, kind, false)
	} else {
		batches.Skip(o.first + i)
	}
}

// place writes the instances that have been counted.
func (o *onStage) place(batches *renderer.Batches) {
	var room [together]renderer.Placed
	for begin, end := o.first, o.first+o.nodes.Len(); begin < end; {
		var list []renderer.Placed
		list, begin = batches.List(room[:0], o.first, begin, end)
		o.nodes.WriteInstances(list, o.stage.prepared.finish, batches.Instances)
	}
	if o.mark.selected < 0 && o.mark.hovered < 0 {
		return
	}
	nodes, _ := o.nodes.Drawn()
	for i := range nodes {
		if flags := o.mark.of(&nodes[i]); flags != 0 {
			if at := batches.At(o.first + i); at >= 0 {
				batches.Instances[at].Flags |= flags
			}
		}
	}
}

// detail finds how many pixels large things are.
type detail struct {
	x, y, z, w float32 // of the distance along the view direction, m
	pixels     float32 // of a metre at the distance 1
}

func newDetail(v *renderer.View, height int) detail {
	m := &v.ViewProj
	return detail{m[3], m[7], m[11], m[15], 0.5 * float32(height) * v.Proj[5]}
}

// level is the level of detail of a round thing.
func (d *detail) level(x, y, z, radius float32) int {
	w := d.x*x + d.y*y + d.z*z + d.w
	return renderer.RoundLevel(radius * d.pixels / max(w, 1e-3))
}

// marks are the bodies that look different from the others.
type marks struct {
	selected, hovered       int32 // body slots, −1 none
	selectedGen, hoveredGen uint32
}

func newMarks(show *Show) marks {
	m := marks{selected: -1, hovered: -1}
	if b := show.Selected; b.Valid() {
		m.selected, m.selectedGen = int32(b.Index()), b.Generation()
	}
	if b := show.Hovered; b.Valid() {
		m.hovered, m.hoveredGen = int32(b.Index()), b.Generation()
	}
	return m
}

// of returns how the instances of a node are marked.
func (m *marks) of(n *pose.NodeRef) renderer.InstanceFlags {
	if n.Slot == m.selected && n.Gen == m.selectedGen {
		return renderer.InstanceSelected
	}
	if n.Slot == m.hovered && n.Gen == m.hoveredGen {
		return renderer.InstanceHovered
	}
	return 0
}

// instance returns the instance of a node that is drawn by itself; ok is false if it is not to be drawn.
func (o *onStage) instance(i int) (in renderer.Instance, ok bool) {
	in.Affine, ok = o.nodes.RenderAt(i)
	in.SetFinish(&o.stage.prepared.finish[i])
	in.Flags |= o.mark.of(o.nodes.At(i))
	return in, ok
}

// clearPart is a node that light shines through: a sensor, or of a material that is not opaque.
type clearPart struct {
	node, kind int
	far        float32 // from the eye, m
}

// darkAlpha is the opacity from which what light shines through casts a shadow.
const darkAlpha = 128

// drawClear draws what light shines through, far parts first; neighbours in that order with the same mesh are one
// draw.
func (o *onStage) drawClear(f *engine.Frame) {
	s := o.stage
	slices.SortFunc(s.clear, func(a, b clearPart) int { return cmp.Or(cmp.Compare(b.far, a.far), a.node-b.node) })
	const flags = renderer.DrawEdges | renderer.DrawNoShadow
	first, count := uint32(0), uint32(0)
	for i, c := range s.clear {
		in, _ := o.instance(c.node)
		k := f.Packet.AddInstance(in)
		if count == 0 {
			first = k
		}
		count++
		if i+1 == len(s.clear) || s.clear[i+1].kind != c.kind {
			f.Packet.DrawMeshBlended(s.meshes.meshes[c.kind], first, count, c.far, flags)
			count = 0
		}
	}
}

// outline draws the silhouette of the selected body.
func (o *onStage) outline(f *engine.Frame) {
	if o.mark.selected < 0 {
		return
	}
	s := o.stage
	for i := range o.nodes.Len() {
		n := o.nodes.At(i)
		if n.Slot != o.mark.selected || n.Gen != o.mark.selectedGen {
			continue
		}
		in, ok := o.instance(i)
		if !ok {
			continue
		}
		kind := int(n.Mesh)
		if s.meshes.round[kind] {
			kind += renderer.RoundLevels - 1
		}
		f.Packet.DrawOutline(s.meshes.meshes[kind], f.Packet.AddInstance(in), 1)
	}
}
