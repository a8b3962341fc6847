package stage

import (
	"cmp"
	"slices"

	"tumble/engine"
	"tumble/engine/pose"
	"tumble/internal/app/look"
	"tumble/internal/app/mglvec"
	"tumble/physics/vec"
	"tumble/renderer"
)

// LatchAngle (rad) is how far the eye may turn between the recording and the drawing of a frame with
// renderer.FrameLatch: culling has to hold for both views.
const LatchAngle = 0.12

// sunLength is how far a shadow is followed, for culling (m).
const sunLength = 200

// Pane is a stage with the motion of its bodies, in one part of the picture.
type Pane struct {
	Stage *Stage
	Nodes *pose.NodeStore
	Show  *Show
	Marks Marks
	// Number is that of the part, from 0.
	Number int

	mark  markSlots
	first int // of its nodes among those of all stages
}

// DrawPanes records the bodies of stages that share their meshes: however many there are, each mesh is one draw. Bodies
// outside of the view are left out unless their shadow falls into it.
func DrawPanes(f *engine.Frame, list []Pane) {
	first := list[0].Stage
	batches, meshes := &first.batches, first.meshes
	total := 0
	for i := range list {
		list[i].first = total
		total += list[i].Nodes.Len()
	}
	batches.Begin(len(meshes.meshes), total)
	for i := range list {
		o := &list[i]
		o.mark = slotsOf(o.Marks, o.Stage.others)
		o.Stage.others = o.mark.others
		if o.Show.Color != o.Stage.mode || o.Stage.stale && o.Stage.mode != ColorPaint {
			o.Stage.paint(o.Show.Color, float32(f.Status.Hz))
		}
		o.Stage.addSurfaces(f.Packet)
		o.prepare()
		o.choose(f, batches)
	}
	batches.Layout(f.Packet)
	for i := range list {
		list[i].list(batches)
	}
	flags := list[0].edges()
	if !list[0].Show.Shadows {
		flags |= renderer.DrawNoShadow
	}
	var own []renderer.DrawFlags
	if list[0].Show.Flat {
		own = meshes.flat
	}
	batches.Draw(f.Packet, meshes.meshes, flags, own)
	for i := range list {
		list[i].drawClear(f)
		list[i].outline(f)
	}
}

// edges is the flag that inks the edges of faces, in the mood that shows colliders.
func (o *Pane) edges() renderer.DrawFlags {
	if o.Show.Mood == look.Blueprint {
		return renderer.DrawEdges
	}
	return 0
}

// addSurfaces puts the materials of scene files into a packet.
func (s *Stage) addSurfaces(p *renderer.Packet) {
	if s.dress.add(p) {
		s.prepared.done = false
		for i := range s.looks {
			s.looks[i].Material = s.materialOf(s.owners[i].surface)
		}
	}
}

// materialOf is where a surface is in the packet being recorded. A colour that means something is seen best on a plain
// surface.
func (s *Stage) materialOf(surface uint32) uint32 {
	if s.mode != ColorPaint {
		return 0
	}
	return s.dress.materialOf(surface)
}

// paint colours every look anew.
func (s *Stage) paint(mode ColorMode, hertz float32) {
	s.mode, s.stale, s.prepared.done = mode, false, false
	s.painter.prepare(s.world, mode, hertz)
	for i := range s.looks {
		// a ghost keeps its colour
		if o := &s.owners[i]; o.shape.Valid() {
			s.looks[i].Color = s.painter.colorOf(mode, o.body, o.shape)
			s.looks[i].Material = s.materialOf(o.surface)
			if o.paint != 0 && mode == ColorPaint {
				s.looks[i].Color = o.paint
			}
		}
	}
}

// prepare writes the looks of nodes in the order of drawing, if they have changed.
func (o *Pane) prepare() {
	s, p := o.Stage, &o.Stage.prepared
	if p.done && p.nodes == o.Nodes && p.revision == o.Nodes.Revision() && p.pane == o.Number &&
		p.sleep == o.Show.Sleep {
		return
	}
	p.done, p.nodes, p.revision, p.pane, p.sleep = true, o.Nodes, o.Nodes.Revision(), o.Number, o.Show.Sleep
	nodes, _ := o.Nodes.Drawn()
	p.parts, p.finish = slices.Grow(p.parts[:0], len(nodes))[:len(nodes)],
		slices.Grow(p.finish[:0], len(nodes))[:len(nodes)]
	pane := renderer.InstanceFlags(0).In(o.Number)
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

// choosing finds the nodes in view and their sizes.
type choosing struct {
	detail detail
	eye    vec.Vec3
}

// together is how many nodes are gone through at a time: their values stay in the nearest cache.
const together = 256

// choose culls the bodies and picks the level of detail of round ones.
func (o *Pane) choose(f *engine.Frame, batches *renderer.Batches) {
	s, view := o.Stage, &f.Packet.View
	frustum, pad := view.Frustum(), float32(0)
	if f.Packet.Header.Flags&renderer.FrameLatch != 0 {
		// the frame may be drawn from an eye that has moved on
		frustum, pad = view.Wide(LatchAngle), s.latchReach
	}
	sun := f.Packet.Environment.Light().Direction
	views := frustum.NewCuller(pad)
	shadows := frustum.NewShadowCuller(pad, -sun[0]*sunLength, -sun[1]*sunLength, -sun[2]*sunLength)
	c := choosing{detail: newDetail(view, f.Height), eye: mglvec.World(view.Eye)}
	c.detail.pixels *= s.detail
	s.clear = s.clear[:0]
	_, bounds := o.Nodes.Drawn()
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

// chooseOne is choose for a node that may be out of view or translucent.
func (o *Pane) chooseOne(c *choosing, i int, seen, shadowed bool, batches *renderer.Batches) {
	s := o.Stage
	_, bounds := o.Nodes.Drawn()
	at, p := &bounds[i], s.prepared.parts[i]
	if at.Radius < 0 || p&partSensor != 0 && !o.Show.Sensors || !seen && !shadowed {
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

// list writes the instances that have been counted.
func (o *Pane) list(batches *renderer.Batches) {
	var room [together]renderer.Placed
	for begin, end := o.first, o.first+o.Nodes.Len(); begin < end; {
		var list []renderer.Placed
		list, begin = batches.List(room[:0], o.first, begin, end)
		o.Nodes.WriteInstances(list, o.Stage.prepared.finish, batches.Instances)
	}
	if o.mark.selected < 0 && o.mark.hovered < 0 {
		return
	}
	nodes, _ := o.Nodes.Drawn()
	for i := range nodes {
		if flags := o.mark.of(&nodes[i]); flags != 0 {
			if at := batches.At(o.first + i); at >= 0 {
				batches.Instances[at].Flags |= flags
			}
		}
	}
}

// instance returns the instance of a node that is drawn by itself; ok is false if it is not to be drawn.
func (o *Pane) instance(i int) (in renderer.Instance, ok bool) {
	in.Affine, ok = o.Nodes.RenderAt(i)
	in.SetFinish(&o.Stage.prepared.finish[i])
	in.Flags |= o.mark.of(o.Nodes.At(i))
	return in, ok
}

// darkAlpha is the opacity from which a translucent body casts a shadow.
const darkAlpha = 128

// drawClear draws translucent parts, far ones first; neighbours in that order with the same mesh are one
// draw.
func (o *Pane) drawClear(f *engine.Frame) {
	s := o.Stage
	slices.SortFunc(s.clear, func(a, b clearPart) int { return cmp.Or(cmp.Compare(b.far, a.far), a.node-b.node) })
	flags := o.edges() | renderer.DrawNoShadow
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
func (o *Pane) outline(f *engine.Frame) {
	if o.mark.selected < 0 {
		return
	}
	s := o.Stage
	for i := range o.Nodes.Len() {
		n := o.Nodes.At(i)
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
