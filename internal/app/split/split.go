package split

import (
	"strconv"

	"tumble/engine"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/internal/app/plate"
	"tumble/internal/app/stage"
	"tumble/internal/app/trial"
	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// View is the split view. The zero value is closed.
type View struct {
	trial  *trial.Trial
	main   *stage.Picture
	panes  []pane
	stages [1 + trial.MostMembers]stage.Pane
	frame  engine.Frame
}

// pane is a member of the trial with the stage, poses and overlay that draw it.
type pane struct {
	member  *trial.Member
	bodies  *stage.Stage
	poses   *pose.Store
	nodes   *pose.NodeStore
	overlay stage.Overlay
	builds  uint64 // the session's Rebuilds that the poses belong to
}

// room is the number of bodies for which the stores of a pane have room at first.
const room = 256

// Open splits the picture between the session and the members of a trial, which has at least one. main draws the
// session, tick is the present tick of all worlds, and atlas has the letters of the overlays.
func (v *View) Open(t *trial.Trial, main *stage.Picture, atlas *renderer.Atlas, tick uint64) {
	v.Close()
	v.trial, v.main = t, main
	for _, member := range t.Members() {
		s := member.Session
		p := pane{
			member: member, bodies: main.Stage().Beside(), poses: pose.NewStore(room), nodes: pose.NewNodeStore(room),
			overlay: stage.NewOverlay(atlas), builds: s.Rebuilds(),
		}
		p.bodies.Dress(s.Config.Scene)
		p.poses.Reset(tick)
		p.bodies.Update(s.World(), p.poses, p.nodes)
		p.bodies.SetTwins(member.Distances)
		v.panes = append(v.panes, p)
	}
}

// Close closes the view and releases its panes.
func (v *View) Close() {
	for i := range v.panes {
		v.panes[i].bodies.Release()
	}
	*v = View{}
}

// Shown is the number of panes, 1 while the view is closed.
func (v *View) Shown() int { return 1 + len(v.panes) }

// Shows reports whether the view is open, with a pane for each member.
func (v *View) Shows() bool { return len(v.panes) > 0 }

// Stepped takes the poses of all members after a step, whose tick and length t names.
func (v *View) Stepped(t timestep.TickTime, show *stage.Show) {
	for i := range v.panes {
		p := &v.panes[i]
		w := p.member.Session.World()
		p.renew(t.N)
		p.poses.BeginTick(t.N, t.Dt)
		p.bodies.Update(w, p.poses, p.nodes)
		p.bodies.SetTwins(p.member.Distances)
		p.overlay.Track(w, show)
		p.poses.EndTick()
	}
}

// Edited takes the poses of all members after changes of their worlds between two steps.
func (v *View) Edited() {
	for i := range v.panes {
		p := &v.panes[i]
		p.renew(p.poses.Tick())
		p.bodies.Resync(p.member.Session.World(), p.poses, p.nodes)
	}
}

// renew empties the stores of a pane whose world was built anew; tick is the present tick.
func (p *pane) renew(tick uint64) {
	if p.builds == p.member.Session.Rebuilds() {
		return
	}
	p.builds = p.member.Session.Rebuilds()
	p.nodes.Clear()
	p.poses.Reset(tick)
	p.bodies.Reset()
}

// panesIn returns the panes that divide the viewport r (pixels).
func (v *View) panesIn(r ui.Rect) plate.Panes {
	return plate.Panes{X: r.X, Y: r.Y, W: r.W, H: r.H, N: v.Shown()}
}

// View gives the packet the panes of the viewport r (pixels), and the view of a camera, which all panes share.
func (v *View) View(f *engine.Frame, r ui.Rect, camera *renderer.Camera) {
	v.panesIn(r).View(f.Packet, camera)
}

// Draw draws the session's world w and the worlds of all members, each with its overlay, at the moment that the frame
// shows. Of the marks, members show the selected body alone.
func (v *View) Draw(f *engine.Frame, w *physics.World, show *stage.Show, marks stage.Marks) {
	mode := f.Show.Mode
	if f.Show.CloneDt > 0 {
		// the strategy shows a step ahead of the session; the copies have no such step
		mode = timestep.Latest
	}
	v.main.Stage().Refresh(w, f.Poses, f.Nodes)
	v.stages[0] = stage.Pane{Stage: v.main.Stage(), Nodes: f.Nodes, Show: show, Marks: marks}
	for i := range v.panes {
		p := &v.panes[i]
		p.bodies.Refresh(p.member.Session.World(), p.poses, p.nodes)
		p.poses.Blend(mode, f.Show.Alpha32())
		p.nodes.Update(p.poses)
		v.stages[1+i] = stage.Pane{Stage: p.bodies, Nodes: p.nodes, Show: show, Number: 1 + i}
		if b := marks.Selected; b.Valid() {
			v.stages[1+i].Marks.Selected = b.In(p.member.Session.World())
		}
	}
	stage.DrawPanes(f, v.stages[:v.Shown()])
	f.Packet.BeginPane(0)
	v.main.Overlay().Draw(f, w, show, float32(f.Status.Hz))
	v.frame = *f
	for i := range v.panes {
		p := &v.panes[i]
		f.Packet.BeginPane(1 + i)
		v.frame.Poses, v.frame.Nodes = p.poses, p.nodes
		p.overlay.Draw(&v.frame, p.member.Session.World(), show, float32(f.Status.Hz))
	}
	v.frame = engine.Frame{}
}

// DrawCaptions writes captions over the panes of the viewport r (pixels): the values of the parameters, the first
// difference from the session, whose world is w, and the largest distance of a body from its twin.
func (v *View) DrawCaptions(f *engine.Frame, c *plate.Captions, w *physics.World, r ui.Rect) {
	if !v.Shows() {
		return
	}
	const lines = 3
	all := v.panesIn(r)
	c.Begin(f, all, 0, lines, "")
	c.Line(plate.Accent, append(c.Text, v.trial.Label()...))
	c.Line(plate.Text, append(c.Text, "the session"...))
	c.Line(plate.Text, strconv.AppendUint(append(c.Text, "step "...), v.trial.Steps(), 10))
	for i := range v.panes {
		member := v.panes[i].member
		c.Begin(f, all, 1+i, lines, "")
		c.Line(plate.Accent, append(c.Text, member.Name()...))
		b := append(c.Text, "the same"...)
		if d := member.Divergence; d.Found {
			b = strconv.AppendUint(append(c.Text, "from step "...), d.Step, 10)
			if body, ok := w.BodyAt(d.Slot); ok && !c.Short() {
				b = append(append(b, ", "...), bodyname.Of(body)...)
			}
		}
		c.Line(plate.Text, b)
		c.Line(plate.Text, append(plate.Number(append(c.Text, "farthest "...), float64(member.Farthest), 3), " m"...))
	}
}
