package openscene

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// arm has a joint of each kind that both formats know, with limits, damper, friction and a mesh.
const arm = `<mujoco><asset><mesh name="tet" vertex="0 0 0 .2 0 0 0 .3 0 0 0 .2"/></asset><worldbody>
<body name="base" pos=".1 .2 2" euler="10 20 30"><freejoint/><geom type="box" size=".2 .1 .05" friction="0.6"/>
 <body name="arm" pos=".2 0 0" euler="0 30 0"><joint type="hinge" pos=".01 .02 .03" axis="1 1 0" range="-45 60" damping="0.3" frictionloss=".1"/><geom type="capsule" fromto="0 0 0 .4 0 .1" size=".03"/>
  <body name="slide" pos=".4 0 .1"><joint type="slide" axis="1 0 1" range="-.1 .2"/><geom type="cylinder" size=".03 .1" euler="10 20 30"/></body>
  <body name="lid" pos="0 .3 .1"><joint type="hinge" axis="0 0 1"/><geom type="sphere" size=".05"/></body>
  <body name="ball" pos=".2 0 .2"><joint type="ball"/><geom type="mesh" mesh="tet" euler="10 0 0"/></body>
 </body></body></worldbody></mujoco>`

// started builds the world of a scene file.
func started(t *testing.T, path string) *scenes.Run {
	t.Helper()
	f, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	shown := f.Scene()
	r, err := shown.New(shown.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.World.Close)
	return r
}

// moving are the moving bodies of a run by name; bodies without one have that of the file.
func moving(r *scenes.Run) map[string]physics.Body {
	list := map[string]physics.Body{}
	for _, b := range r.World.Bodies(nil) {
		if b.Type() == physics.Dynamic {
			list[b.Name()] = b
		}
	}
	return list
}

func near(a, b, most float32) bool { return vec.Abs(a-b) <= most }

// same holds that two runs have the same moving bodies: places, masses and inertia within 1e-6 of their size.
func same(t *testing.T, format string, was, is map[string]physics.Body) {
	t.Helper()
	if len(was) != len(is) {
		t.Errorf("%s: %d bodies move, before it was %d", format, len(is), len(was))
	}
	for name, a := range was {
		b, ok := is[name]
		if !ok {
			t.Errorf("%s: body %q is not there", format, name)
			continue
		}
		if d := a.WorldCenter().Dist(b.WorldCenter()); d > 2e-6 {
			t.Errorf("%s: the centre of %q is %g m away", format, name, d)
		}
		if !near(a.Mass(), b.Mass(), 1e-6*a.Mass()) {
			t.Errorf("%s: %q weighs %g kg, before it was %g", format, name, b.Mass(), a.Mass())
		}
		x, y := a.Inertia().RotateTensor(a.Rotation()), b.Inertia().RotateTensor(b.Rotation())
		for i, d := range []float32{x.XX - y.XX, x.YY - y.YY, x.ZZ - y.ZZ, x.XY - y.XY, x.XZ - y.XZ, x.YZ - y.YZ} {
			if most := 2e-6 * (x.XX + x.YY + x.ZZ); !near(d, 0, most) {
				t.Errorf("%s: moment %d of %q differs by %g kg·m²", format, i, name, d)
			}
		}
	}
}

func jointsOf(r *scenes.Run) map[physics.JointKind]int {
	n := map[physics.JointKind]int{}
	for _, j := range r.World.Joints(nil) {
		n[j.Kind()]++
	}
	return n
}

// TestRobotRoundTrip saves an arm as MJCF and URDF, at its beginning and on its way, and reads it again: it has the
// same bodies, masses, inertia and joints, with limits from where they are, damping and friction.
func TestRobotRoundTrip(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "arm.xml")
	if err := os.WriteFile(path, []byte(arm), 0o600); err != nil {
		t.Fatal(err)
	}
	for steps, format := range []string{"begun.xml", "begun.urdf", "moved.xml", "moved.urdf"} {
		r := started(t, path)
		if strings.HasPrefix(format, "moved") {
			steps = 20
			for range steps {
				r.World.Step(0.01)
			}
		}
		out := filepath.Join(dir, format)
		if err := Save(out, r, 100, r.Scene.View); err != nil {
			t.Fatal(err)
		}
		again := started(t, out)
		same(t, format, moving(r), moving(again))
		was, is := jointsOf(r), jointsOf(again)
		for kind, n := range was {
			if is[kind] != n {
				t.Errorf("%s: %d %s joints, before it was %d", format, is[kind], kind, n)
			}
		}
		for _, j := range r.World.Joints(nil) {
			_, b := j.Bodies()
			compareAxis(t, format, j, jointOf(t, again, b.Name()))
		}
		if strings.HasSuffix(format, ".xml") {
			// with the velocities of a model both go on alike
			for range 30 {
				r.World.Step(0.01)
				again.World.Step(0.01)
			}
			for name, b := range moving(r) {
				if d := b.WorldCenter().Dist(moving(again)[name].WorldCenter()); d > 1e-3 {
					t.Errorf("%s: after 0.3 s %q is %g m away", format, name, d)
				}
			}
		}
	}
}

// TestMimicRoundTrip saves fingers that follow joints far off, and one turned about by its leader: read again they go
// on alike.
func TestMimicRoundTrip(t *testing.T) {
	const finger = `<inertial><origin xyz="0 0 0.5"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>`
	text := `<robot name="hand"><link name="palm"/>`
	for _, name := range []string{"a", "b", "c", "d"} {
		text += `<link name="` + name + `">` + finger + `</link>`
	}
	joint := func(name, kind, parent, child, rest string) {
		text += `<joint name="` + name + `" type="` + kind + `"><parent link="` + parent + `"/><child link="` + child +
			`"/>` + rest + `</joint>`
	}
	joint("one", "continuous", "palm", "a", `<axis xyz="0 1 0"/>`)
	joint("two", "continuous", "palm", "b",
		`<origin xyz="1 0 0"/><axis xyz="0 1 0"/><mimic joint="one" multiplier="-0.5"/>`)
	joint("three", "continuous", "b", "c",
		`<origin xyz="0 0 1"/><axis xyz="0 -1 0"/><mimic joint="one" multiplier="2"/>`)
	joint("four", "prismatic", "a", "d",
		`<axis xyz="1 0 0"/><limit lower="-5" upper="5"/><mimic joint="one" multiplier="0.3"/>`)
	dir := t.TempDir()
	path := filepath.Join(dir, "hand.urdf")
	if err := os.WriteFile(path, []byte(text+"</robot>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"hand.xml", "again.urdf", "hand.glb"} {
		r := started(t, path)
		out := filepath.Join(dir, format)
		if err := Save(out, r, 100, r.Scene.View); err != nil {
			t.Fatal(err)
		}
		again := started(t, out)
		for range 40 {
			r.World.Step(0.01)
			again.World.Step(0.01)
		}
		for name, b := range moving(r) {
			if d := b.WorldCenter().Dist(moving(again)[name].WorldCenter()); d > 1e-3 {
				t.Errorf("%s: after 0.4 s %q is %g m away", format, name, d)
			}
		}
		if d := moving(r)["a"].WorldCenter().Dist(started(t, path).World.Bodies(nil)[0].WorldCenter()); d < 0.05 {
			t.Error("nothing moves")
		}
	}
}

func jointOf(t *testing.T, r *scenes.Run, second string) physics.Joint {
	t.Helper()
	for _, j := range r.World.Joints(nil) {
		if _, b := j.Bodies(); b.Name() == second {
			return j
		}
	}
	t.Fatalf("no joint has %q as its second body", second)
	return physics.Joint{}
}

// compareAxis holds that limits are as far away as they were, and that damper and friction are those of before.
func compareAxis(t *testing.T, format string, was, is physics.Joint) {
	t.Helper()
	if was.AxisCount() != 1 {
		return
	}
	a, b := was.At(0).Axis(), is.At(0).Axis()
	x := was.At(0).Position()
	y := is.At(0).Position()
	_, body := was.Bodies()
	if a.Limited != b.Limited || a.Limited && (!near(a.Lower-x, b.Lower-y, 2e-6) || !near(a.Upper-x, b.Upper-y, 2e-6)) {
		t.Errorf("%s: %q is limited to %g … %g at %g, before it was %g … %g at %g", format, body.Name(), b.Lower,
			b.Upper, y, a.Lower, a.Upper, x)
	}
	if !near(a.Friction, b.Friction, 1e-6) || !near(a.Hertz*a.DampingRatio, b.Hertz*b.DampingRatio,
		1e-3*a.Hertz*a.DampingRatio) {
		t.Errorf("%s: %q has friction %g and damping %g, before it was %g and %g", format, body.Name(),
			b.Friction, b.Hertz*b.DampingRatio, a.Friction, a.Hertz*a.DampingRatio)
	}
}

// TestSaveLibraryAsRobots saves scenes of the library as MJCF and URDF and reads them again: all moving bodies are
// there with their masses.
func TestSaveLibraryAsRobots(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"stack10", "moving_compounds", "chain100", "gears", "ragdoll_gym", "filters"} {
		s, ok := scenes.Find(name)
		if !ok {
			t.Fatal(name)
		}
		r, err := s.New(s.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer r.World.Close()
		mass := func(r *scenes.Run) (sum float32, count int) {
			for _, b := range r.World.Bodies(nil) {
				if b.Type() == physics.Dynamic {
					sum, count = sum+b.Mass(), count+1
				}
			}
			return sum, count
		}
		for _, ending := range []string{".xml", ".urdf"} {
			path := filepath.Join(dir, name+ending)
			if err := Save(path, r, 100, r.Scene.View); err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			was, bodies := mass(r)
			is, again := mass(started(t, path))
			if bodies != again || !near(was, is, 1e-6*was) {
				t.Errorf("%s: %d bodies of %g kg, before it was %d of %g", name+ending, again, is, bodies, was)
			}
		}
	}
}

// TestRobotsSayWhatReadersDoOtherwise holds that gravity, joints beyond their limits, bodies without rotation and those
// that become one are named, and that rounding of a running world moves no joint.
func TestRobotsSayWhatReadersDoOtherwise(t *testing.T) {
	file := filepath.Join(t.TempDir(), "odd.xml")
	if err := os.WriteFile(file, []byte(`<mujoco><option gravity="0 0 -1.6"/><worldbody><body name="a" pos="0 0 2"><freejoint/><geom size=".1"/>
<body name="b" pos=".3 0 0"><joint axis="0 1 0" range="20 40"/><geom size=".1"/></body>
<body name="c" pos="-.3 0 0"><joint type="slide" axis="1 0 0" range="0 .1"/><geom size=".1"/></body></body></worldbody></mujoco>`), 0o600); err != nil {
		t.Fatal(err)
	}
	r := started(t, file)
	r.World.Step(0.01)
	lacks, err := SaveTelling(filepath.Join(filepath.Dir(file), "out.urdf"), r, r.Scene.Hertz, r.Scene.View)
	said := ""
	for _, f := range lacks {
		said += f.String() + "\n"
	}
	for _, want := range []string{"gravity of 1.6 m/s²", "b: warning: is beyond the limits of its joint"} {
		if err != nil || !strings.Contains(said, want) {
			t.Errorf("%v: %q is not in %q", err, want, said)
		}
	}
	was, is := moving(r)["c"], moving(started(t, filepath.Join(filepath.Dir(file), "out.urdf")))["c"]
	if d := was.WorldCenter().Dist(is.WorldCenter()); d > 1e-4 {
		t.Errorf("c is %g m away", d)
	}
}

// TestSlidesGoAlongTheirCarrier holds that a body on a slide and a hinge is saved with the direction of its slide,
// however it has rotated.
func TestSlidesGoAlongTheirCarrier(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cart.xml")
	if err := os.WriteFile(file, []byte(`<mujoco><worldbody><body name="a"><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/><geom size=".1" pos="1 0 0"/></body></worldbody>
<keyframe><key qpos="1 1.2" qvel="1 2"/></keyframe></mujoco>`), 0o600); err != nil {
		t.Fatal(err)
	}
	r := started(t, file)
	out := filepath.Join(filepath.Dir(file), "out.xml")
	if err := Save(out, r, r.Scene.Hertz, r.Scene.View); err != nil {
		t.Fatal(err)
	}
	a, b := moving(r)["a"].LinearVelocity(), moving(started(t, out))["a"].LinearVelocity()
	if a.Len() < 0.5 || a.Dist(b) > 1e-4 {
		t.Errorf("it moves at %v, before it was %v", b, a)
	}
}

// TestSaveTellsLosses holds that what a format cannot have is told.
func TestSaveTellsLosses(t *testing.T) {
	s, _ := scenes.Find("driving")
	r, err := s.New(s.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.World.Close()
	for _, ending := range []string{".xml", ".urdf"} {
		lacks, err := SaveTelling(filepath.Join(t.TempDir(), "car"+ending), r, 100, r.Scene.View)
		if err != nil || len(lacks) == 0 || !strings.Contains(lacks[0].String(), "wheel joint") {
			t.Errorf("%s: %v, %v", ending, lacks, err)
		}
	}
}

// TestFixedToTheWorldIsTold holds that a body that stands still in a saved file, because a fixed joint holds it, is
// named.
func TestFixedToTheWorldIsTold(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "held.xml")
	if err := os.WriteFile(file, []byte(`<mujoco><worldbody><body name="held" pos="0 0 2"><freejoint/><geom size=".1" mass="3"/></body></worldbody>
<equality><weld body1="held"/></equality></mujoco>`), 0o600); err != nil {
		t.Fatal(err)
	}
	r := started(t, file)
	for _, name := range []string{"out.urdf", "out.xml"} {
		lacks, err := SaveTelling(filepath.Join(folder, name), r, r.Scene.Hertz, r.Scene.View)
		said := ""
		for _, f := range lacks {
			said += f.String() + "\n"
		}
		if err != nil || !strings.Contains(said, "held: warning: is fixed to what stands still") {
			t.Errorf("%s: %v %q", name, err, said)
		}
	}
}

// TestLargeRobotsAreTold: a file of more elements than a reader takes is written, and says so; one that is read does
// not.
func TestLargeRobotsAreTold(t *testing.T) {
	plain, _ := scenes.Find("large_world")
	for grid, told := range map[float64]bool{20: false, 200: true} {
		run, err := plain.New(plain.WorldDef(), scenes.Values{"grid": grid})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "plain.urdf")
		lacks, err := SaveTelling(path, run, 60, plain.View)
		run.World.Close()
		if err != nil {
			t.Fatal(err)
		}
		_, err = Read(path)
		if said := strings.Contains(fmt.Sprint(lacks), "no more are read"); said != told || (err != nil) != told {
			t.Errorf("%g x %g slabs: told %v, read %v", grid, grid, said, err)
		}
	}
}
