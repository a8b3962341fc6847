package split

import (
	"strconv"

	"tumble/engine"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/internal/app/forks"
	"tumble/internal/app/plate"
	"tumble/internal/app/stage"
	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// View is the split view. The zero value is closed.
type View struct {
	forks  *forks.Forks
	main   *stage.Picture
	panes  []pane
	stages [1 + forks.MostForks]stage.Pane
	frame  engine.Frame
}

// pane is a fork with its view.
type pane struct {
	fork    *forks.Fork
	bodies  *stage.Stage
	poses   *pose.Store
	nodes   *pose.NodeStore
	overlay stage.Overlay
	builds  uint64
}

// room is how many bodies a pane has room for at first.
const room = 256

// Open splits the picture of a session among it and its forks, of which there is one at least; tick is that of their steps.
// Letters of overlays are those of the atlas.
func (v *View) Open(f *forks.Forks, main *stage.Picture, atlas *renderer.Atlas, tick uint64) {
	v.Close()
	v.forks, v.main = f, main
	for _, fork := range f.List() {
		s := fork.Session
		p := pane{
			fork: fork, bodies: main.Stage().Beside(), poses: pose.NewStore(room), nodes: pose.NewNodeStore(room),
			overlay: stage.NewOverlay(atlas), builds: s.Rebuilds(),
		}
		p.bodies.Dress(s.Config.Scene)
		p.poses.Reset(tick)
		p.bodies.Update(s.World(), p.poses, p.nodes)
		p.bodies.SetTwins(fork.Distances)
		v.panes = append(v.panes, p)
	}
}

// Close ends the view.
func (v *View) Close() {
	for i := range v.panes {
		v.panes[i].bodies.Release()
	}
	*v = View{}
}

// Shown is the number of panes, 1 while the view is closed.
func (v *View) Shown() int { return 1 + len(v.panes) }

// Shows reports whether the view is open.
func (v *View) Shows() bool { return len(v.panes) > 0 }

// Stepped takes in the step that all worlds have done.
func (v *View) Stepped(t timestep.TickTime, show *stage.Show) {
	for i := range v.panes {
		p := &v.panes[i]
		w := p.fork.Session.World()
		p.renew(t.N)
		p.poses.BeginTick(t.N, t.Dt)
		p.bodies.Update(w, p.poses, p.nodes)
		p.bodies.SetTwins(p.fork.Distances)
		p.overlay.Track(w, show)
		p.poses.EndTick()
	}
}

// Edited takes in changes that were made while time stands still.
func (v *View) Edited() {
	for i := range v.panes {
		p := &v.panes[i]
		p.renew(p.poses.Tick())
		p.bodies.Resync(p.fork.Session.World(), p.poses, p.nodes)
	}
}

// renew forgets a world that was built anew.
func (p *pane) renew(tick uint64) {
	if p.builds == p.fork.Session.Rebuilds() {
		return
	}
	p.builds = p.fork.Session.Rebuilds()
	p.nodes.Clear()
	p.poses.Reset(tick)
	p.bodies.Reset()
}

// panesIn are the panes in the viewport r (pixels).
func (v *View) panesIn(r ui.Rect) plate.Panes {
	return plate.Panes{X: r.X, Y: r.Y, W: r.W, H: r.H, N: v.Shown()}
}

// View gives the packet the panes, in the viewport r (pixels), and the view of a camera.
func (v *View) View(f *engine.Frame, r ui.Rect, camera *renderer.Camera) {
	v.panesIn(r).View(f.Packet, camera)
}

// Draw draws all worlds with their overlays at the moment that the frame shows.
func (v *View) Draw(f *engine.Frame, w *physics.World, show *stage.Show, marks stage.Marks) {
	mode := f.Show.Mode
	if f.Show.CloneDt > 0 {
		// the strategy shows a step ahead of the session, which the copies do not do
		mode = timestep.Latest
	}
	v.main.Stage().Refresh(w, f.Poses, f.Nodes)
	v.stages[0] = stage.Pane{Stage: v.main.Stage(), Nodes: f.Nodes, Show: show, Marks: marks}
	for i := range v.panes {
		p := &v.panes[i]
		p.bodies.Refresh(p.fork.Session.World(), p.poses, p.nodes)
		p.poses.Blend(mode, f.Show.Alpha32())
		p.nodes.Update(p.poses)
		v.stages[1+i] = stage.Pane{Stage: p.bodies, Nodes: p.nodes, Show: show, Number: 1 + i}
		if b := marks.Selected; b.Valid() {
			v.stages[1+i].Marks.Selected = b.In(p.fork.Session.World())
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
		p.overlay.Draw(&v.frame, p.fork.Session.World(), show, float32(f.Status.Hz))
	}
	v.frame = engine.Frame{}
}

// DrawCaptions writes over each pane its value of the parameter, the first difference and the largest distance.
func (v *View) DrawCaptions(f *engine.Frame, c *plate.Captions, w *physics.World, r ui.Rect) {
	if !v.Shows() {
		return
	}
	const lines = 3
	all := v.panesIn(r)
	c.Begin(f, all, 0, lines)
	c.Line(plate.Accent, append(c.Text, v.forks.Label()...))
	c.Line(plate.Text, append(c.Text, "the session"...))
	c.Line(plate.Text, strconv.AppendUint(append(c.Text, "step "...), v.forks.Steps(), 10))
	for i := range v.panes {
		fork := v.panes[i].fork
		c.Begin(f, all, 1+i, lines)
		c.Line(plate.Accent, append(append(append(c.Text, fork.Key...), '='), fork.Value...))
		b := append(c.Text, "the same"...)
		if d := fork.Divergence; d.Found {
			b = strconv.AppendUint(append(c.Text, "from step "...), d.Step, 10)
			if body, ok := w.BodyAt(d.Slot); ok && !c.Short() {
				b = append(append(b, ", "...), bodyname.Of(body)...)
			}
		}
		c.Line(plate.Text, b)
		c.Line(plate.Text, append(plate.Number(append(c.Text, "farthest "...), float64(fork.Farthest), 3), " m"...))
	}
}
