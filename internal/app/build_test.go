package app

import (
	"path/filepath"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
)

// builder builds in the window while time stands still.
type builder struct {
	*rig
	hashes []uint64 // of the world before each edit
}

func (b *builder) world() *physics.World { return b.app.session.World() }

// edit does something that is one edit, or several, and notes the worlds before it.
func (b *builder) edit(what string, edits int, act func()) {
	b.t.Helper()
	label := b.app.session.UndoLabel()
	b.hashes = append(b.hashes, b.world().Hash())
	for range edits - 1 {
		b.hashes = append(b.hashes, 0)
	}
	act()
	b.run(1)
	if b.world().Hash() == b.hashes[len(b.hashes)-edits] && b.app.session.UndoLabel() == label {
		b.t.Fatalf("%s does nothing: %q", what, b.app.panels.Message())
	}
}

// drop drops a body of a kind at a place and returns it.
func (b *builder) drop(kind session.SpawnKind, at vec.Vec3, size float32) physics.Body {
	b.t.Helper()
	b.edit("drop", 1, func() { b.sendNow(session.SpawnCommand(kind, at, size)) })
	list := b.world().Bodies(nil)
	newest := list[0]
	for _, x := range list {
		if x.Order() > newest.Order() {
			newest = x
		}
	}
	return newest
}

func (b *builder) sendNow(c input.Event) {
	b.app.send(b.loop.World(), &input.Event{Time: b.clock.Now()}, c)
	// gestures half a second apart are edits of their own
	b.run(31)
}

func (b *builder) join(kind session.JoinKind, from, to physics.Body, at, axis vec.Vec3) {
	b.t.Helper()
	b.edit(kind.String(), 1, func() {
		b.sendNow(session.AnchorCommand(from, at))
		b.sendNow(session.JoinCommand(kind, to, at, axis, 0))
	})
}

// TestBuildUndoSaveAndOpen builds a door with a handle, a pulley with two loads and a wall by duplicating, throws a
// ragdoll at it, takes everything back and does it again, saves and opens what was saved.
func TestBuildUndoSaveAndOpen(t *testing.T) {
	folder := t.TempDir()
	r := newRig(t, "box", func(_ *engine.LoopConfig, o *Options) { o.DefaultOutput = folder })
	defer r.close()
	b := &builder{rig: r}
	r.run(100)
	r.loop.Virtual().SetPaused(true)
	r.run(1)
	start := b.world().Hash()

	// a door on a hinge with a weight for a handle
	door := b.drop(session.SpawnPlate, vec.V3(3, 1.6, 0), 1)
	b.edit("turn", 1, func() { b.sendNow(session.EditRotationCommand(door, vec.QuatAxisAngle(vec.AxisX, vec.Pi/2))) })
	b.join(session.JoinHinge, physics.Body{}, door, vec.V3(2, 1.6, 0), vec.AxisY)
	handle := b.drop(session.SpawnSphere, vec.V3(3.8, 1.6, 0.3), 0.15)
	b.join(session.JoinWeld, door, handle, vec.V3(3.8, 1.6, 0.15), vec.AxisZ)

	// a pulley with a heavy and a light load
	heavy, light := b.drop(session.SpawnBox, vec.V3(-4, 3, 0), 0.5), b.drop(session.SpawnBox, vec.V3(-6, 3, 0), 0.4)
	b.edit("pulley", 1, func() {
		b.sendNow(session.AnchorCommand(heavy, heavy.WorldCenter()))
		b.sendNow(session.JoinCommand(session.JoinPulley, light, light.WorldCenter(), vec.AxisY, 0))
	})

	// a wall of thirty boxes: five, copied to ten, twenty, thirty
	b.drop(session.SpawnStack, vec.V3(0, 0.3, -5), 0.5)
	var column []physics.Body
	for _, x := range b.world().Bodies(nil) {
		if x.Type() == physics.Dynamic && x.Position().Z < -4 {
			column = append(column, x)
		}
	}
	if len(column) != 5 {
		t.Fatalf("%d boxes in a stack", len(column))
	}
	r.app.tools.Mouse.SelectList(column)
	for range 5 {
		b.edit("duplicate", 1, func() { r.key(key('D'), input.ModControl) })
		if n := len(r.app.tools.Mouse.Selection()); n != 5 {
			t.Fatalf("%d copies are selected", n)
		}
	}
	wall := 0
	for _, x := range b.world().Bodies(nil) {
		if x.Type() == physics.Dynamic && x.Position().Z < -4 {
			wall++
		}
	}
	if wall != 30 {
		t.Fatalf("%d boxes in the wall, want 30", wall)
	}

	// a ragdoll thrown at it
	b.edit("ragdoll", 1, func() { b.sendNow(session.SpawnCommand(session.SpawnRagdoll, vec.V3(0, 1.5, -2), 1)) })
	end := b.world().Hash()

	// undo and redo of every step
	n := 0
	for r.app.session.UndoLabel() != "" {
		r.key(key('Z'), input.ModControl)
		n++
		if want := b.hashes[len(b.hashes)-n]; b.world().Hash() != want {
			t.Fatalf("undo %d leads to another world", n)
		}
	}
	if n != len(b.hashes) || b.world().Hash() != start {
		t.Errorf("%d edits undone of %d", n, len(b.hashes))
	}
	for r.app.session.RedoLabel() != "" {
		r.key(key('Z'), input.ModControl|input.ModShift)
	}
	if b.world().Hash() != end {
		t.Error("redo leads to another world")
	}

	// it moves: the light load goes up, the door turns about its edge
	r.loop.Virtual().SetPaused(false)
	r.run(60)
	if light.Position().Y < 3.1 || heavy.Position().Y > 2.9 {
		t.Errorf("the loads are at %.2f m and %.2f m", heavy.Position().Y, light.Position().Y)
	}
	if d := door.Transform().Apply(vec.V3(-1, 0, 0)).Dist(vec.V3(2, 1.6, 0)); d > 0.05 {
		t.Errorf("the door is %.2f m from its hinge", d)
	}

	// saved and opened again it is the same
	r.loop.Virtual().SetPaused(true)
	r.run(1)
	counts := b.world().Counters()
	e := input.Event{Time: r.clock.Now()}
	r.app.do(command.Save, &e, r.loop.World())
	files, err := filepath.Glob(filepath.Join(folder, "*.gltf"))
	if err != nil || len(files) != 1 {
		t.Fatalf("saved %v, %v", files, err)
	}
	r.app.openFile(files[0], r.clock.Now())
	r.run(2)
	if again := b.world().Counters(); again.Bodies != counts.Bodies || again.Joints != counts.Joints ||
		again.Shapes != counts.Shapes {
		t.Errorf("%d bodies, %d shapes, %d joints after opening, were %d, %d, %d", again.Bodies, again.Shapes,
			again.Joints,
			counts.Bodies, counts.Shapes, counts.Joints)
	}
}
