package stage

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/engine/pose"
	"tumble/internal/doctor"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// TestWatchingChangesNothing: whatever watches a world, it goes the way of one that nobody watches, and its recording
// replays that way. Scenes and random worlds with all kinds of joints and shapes are watched by everything at once and
// by each watcher alone: in soak all scenes and 200 worlds, 20 minutes.
func TestWatchingChangesNothing(t *testing.T) {
	packet, atlas := emptyPacket(t)
	list := watchers(packet, atlas)
	for _, c := range watchables(t) {
		t.Run(c.name, func(t *testing.T) {
			want := hashesOf(t, c, nil)
			// alone first: the name of a watcher says more
			for i := range list {
				hashesOf(t, c, list[i:i+1], want...)
			}
			hashesOf(t, c, list, want...)
		})
	}
}

// watchables are scenes and random worlds: all in soak, otherwise a sample without the scenes of many bodies, one of
// which takes as long as all others.
func watchables(t *testing.T) (list []watchable) {
	soak := os.Getenv("TUMBLE_SOAK") == "1"
	every, worlds, steps := 6, 40, 40
	if testing.Short() {
		every, worlds = 12, 12
	}
	if soak {
		every, worlds, steps = 1, 200, 40
	}
	for i := range worlds {
		list = append(list, randomWorld(fmt.Sprintf("random world %d", i), uint64(i), steps))
	}
	for i, s := range scenes.All() {
		if i%every != 0 {
			continue
		}
		c := watchedScene(s, steps/2)
		built := c.build(t)
		if soak || built.world.BodyCount() <= manyBodies {
			list = append(list, c)
		}
		built.world.Close()
	}
	return list
}

// watcher looks at a world: begin before the first step, and what it returns after each one.
type watcher struct {
	name  string
	begin func(t *testing.T, s *subject) (look func(step int))
}

// hashesOf runs a subject under some watchers, which a recorder joins, and replays the recording. The hash of every
// step is that of want, if any.
func hashesOf(t *testing.T, c watchable, list []watcher, want ...uint64) (hashes []uint64) {
	t.Helper()
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].name
	}
	by := strings.Join(names, ", ")
	s := c.build(t)
	defer s.world.Close()
	// all at once watch several workers, whose hooks query between their stages: the race detector looks on
	s.world.SetWorkers(1 + len(list)/3)
	for _, b := range s.world.Bodies(nil) {
		for _, shape := range b.Shapes(nil) {
			shape.SetHooked(true)
		}
	}
	var looks []func(int)
	for i := range list {
		looks = append(looks, list[i].begin(t, s))
	}
	var file bytes.Buffer
	recorder := (*physics.Recorder)(nil)
	if len(list) > 0 {
		var err error
		if recorder, err = s.world.Record(&file, physics.RecordOptions{Details: len(list) > 1}); err != nil {
			t.Fatal(err)
		}
	}
	for step := range s.steps {
		if err := s.advance(); err != nil {
			t.Fatalf("%s, step %d: %v", by, step, err)
		}
		hashes = append(hashes, s.world.Hash())
		if want != nil && hashes[step] != want[step] {
			t.Fatalf("%s: step %d went another way", by, step)
		}
		for _, look := range looks {
			look(step)
		}
	}
	if recorder != nil {
		if err := recorder.Stop(); err != nil {
			t.Fatal(err)
		}
		replays(t, by, file.Bytes(), hashes)
	}
	return hashes
}

func replays(t *testing.T, by string, file []byte, want []uint64) {
	t.Helper()
	rec, err := physics.OpenRecording(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	p, err := physics.NewReplay(rec, physics.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for step := range want {
		if err := p.Advance(); err != nil {
			t.Fatalf("%s, replay: %v", by, err)
		}
		if p.World().Hash() != want[step] {
			t.Fatalf("%s: the replay of step %d went another way", by, step)
		}
	}
}

// watchers are all there are. Those that are dear look after some steps only.
func watchers(p *renderer.Packet, atlas *renderer.Atlas) []watcher {
	return []watcher{
		{"residuals", func(_ *testing.T, s *subject) func(int) {
			s.world.MeasureResiduals(100)
			return func(int) { s.world.Residuals(nil) }
		}},
		{"costs and labels", func(_ *testing.T, s *subject) func(int) {
			s.world.MeasureCosts(true)
			s.world.LabelStages(context.Background())
			return func(int) { s.world.Profile() }
		}},
		{"energy ledger", func(_ *testing.T, s *subject) func(int) {
			s.world.KeepEnergyLedger(true)
			return func(int) {}
		}},
		{"hooks that answer nothing", watchByHooks},
		{"readers", watchByReaders},
		{"meters", watchByMeters},
		{"a condition", watchByCondition},
		{"doctor", func(t *testing.T, s *subject) func(int) {
			return func(step int) {
				if step%16 != 3 {
					return
				}
				if _, err := doctor.Examine(s.world, 60, nil); err != nil {
					t.Fatal(err)
				}
			}
		}},
		{"overlays and colours", func(_ *testing.T, s *subject) func(int) { return watchByEye(s, p, atlas) }},
	}
}

// watchByHooks sets hooks that look at the world, and leave every contact as it is.
func watchByHooks(_ *testing.T, s *subject) func(int) {
	look := func() {
		s.world.RayCast(vec.V3(0, 9, 0), vec.V3(0, -20, 0), physics.DefaultQueryFilter())
		s.world.Hash()
	}
	asked := 0
	s.world.SetContactFilter(func(a, b physics.Shape) bool { a.Bounds(); b.Body().Contacts(nil); return true })
	s.world.SetPreSolve(func(c *physics.ContactUpdate) {
		if asked++; asked%64 == 0 {
			look()
		}
	})
	return func(int) {}
}

// watchByMeters measures all meters of the world, those of each sub-step, and those of the first bodies, contacts and
// joints.
func watchByMeters(t *testing.T, s *subject) func(int) {
	list, err := meter.Parse("all")
	if err != nil {
		t.Fatal(err)
	}
	for n := range s.world.Settings().SubSteps {
		list = append(list, meter.OfSubStep(int(n)+1))
	}
	if sensors := meter.SensorKeys(s.scene.Sensors); len(sensors) > 0 {
		of, err := meter.Parse(strings.Join(sensors, ","))
		if err == nil {
			err = meter.Bind(s.world, s.scene, of)
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, of...)
	}
	bodies, joints := s.world.Bodies(nil), s.world.Joints(nil)
	few := bodies[:min(len(bodies), 5)]
	for i, b := range few {
		for _, q := range meter.BodyQuantities {
			list = append(list, meter.OfBody(b, q))
		}
		for _, q := range meter.GroupQuantities {
			list = append(list, meter.OfIsland(b, q), meter.OfSelection(few, q))
		}
		for _, q := range meter.ContactQuantities {
			list = append(list, meter.OfContact(b, few[(i+1)%len(few)], q))
		}
	}
	for _, j := range joints[:min(len(joints), 8)] {
		for _, q := range meter.JointQuantities {
			list = append(list, meter.OfJoint(j, q))
		}
	}
	set := meter.NewSet(list)
	set.Begin(s.world)
	return func(int) { set.Measure(s.world, meter.Moment{}, nil) }
}

// watchByCondition asks for a meter of each group and for a body.
func watchByCondition(t *testing.T, s *subject) func(int) {
	c, err := meter.Compile("solver.residual > 1e9 || energy.kinetic < -1 || penetration.max > 1e9 || step < 0")
	if err == nil {
		err = c.Bind(s.world, s.scene)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.Begin(s.world)
	return func(step int) {
		c.Holds(s.world, meter.Moment{Step: step})
	}
}

// watchByEye draws all overlays, and in turn all colours.
func watchByEye(s *subject, p *renderer.Packet, atlas *renderer.Atlas) func(int) {
	var show Show
	for _, name := range OverlayNames() {
		show.Set(name, true)
	}
	o, colors, poses := NewOverlay(atlas), painter{}, &pose.Store{}
	return func(step int) {
		o.Track(s.world, &show)
		if step%4 != 0 {
			return
		}
		o.Draw(&engine.Frame{Packet: p, Scale: 1, Poses: poses}, s.world, &show, 60)
		p.Lines, p.Points = p.Lines[:0], p.Points[:0]
		mode := ColorMode(step / 4 % len(ColorModeNames()))
		colors.prepare(s.world, mode, 60)
		for _, b := range s.world.Bodies(nil) {
			for _, shape := range b.Shapes(nil) {
				colors.colorOf(mode, b, shape)
			}
		}
	}
}

// writers are the beginnings of the names of methods that change a world or what it measures; all other methods read.
var writers = []string{"Apply", "Close", "Create", "Destroy", "Explode", "Keep", "LabelStages", "Measure", "Record",
	"Reset", "Restore", "Set", "Shift", "Step"}

// watchByReaders calls every method that reads of the world, and of some of its bodies, shapes and joints, others after
// each step.
func watchByReaders(t *testing.T, s *subject) func(int) {
	ball, err := physics.NewProbe(physics.Sphere{Radius: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	arguments := map[reflect.Type]reflect.Value{}
	for _, a := range []any{vec.V3(0.1, 1, 0.2), physics.DefaultQueryFilter(), ball, physics.TransformIdentity,
		physics.AABB{Min: vec.V3(-3, -3, -3), Max: vec.V3(3, 3, 3)}, float32(2), 1, physics.Dynamic,
		new(physics.Snapshot), s.world, "a name"} {
		arguments[reflect.TypeOf(a)] = reflect.ValueOf(a)
	}
	return func(step int) {
		readAll(t, reflect.ValueOf(s.world), arguments)
		bodies, joints := s.world.Bodies(nil), s.world.Joints(nil)
		for i := step % 7; i < len(bodies); i += 1 + len(bodies)/7 {
			readAll(t, reflect.ValueOf(bodies[i]), arguments)
			for _, shape := range bodies[i].Shapes(nil)[:1] {
				readAll(t, reflect.ValueOf(shape), arguments)
			}
		}
		for i := step % 7; i < len(joints); i += 1 + len(joints)/7 {
			readAll(t, typed(joints[i]), arguments)
		}
	}
}

// typed is the handle of the kind of a joint.
func typed(j physics.Joint) reflect.Value {
	handles := [...]func(physics.Joint) (reflect.Value, bool){
		as[physics.MouseJoint], as[physics.BallJoint], as[physics.HingeJoint], as[physics.SliderJoint],
		as[physics.FixedJoint], as[physics.DistanceJoint], as[physics.MotorJoint], as[physics.ParallelJoint],
		as[physics.WheelJoint], as[physics.SixJoint], as[physics.GearJoint], as[physics.RackJoint],
		as[physics.PulleyJoint], as[physics.PathJoint],
	}
	for _, handle := range handles {
		v, ok := handle(j)
		if ok {
			return v
		}
	}
	return reflect.ValueOf(j)
}

func as[H physics.TypedJoint](j physics.Joint) (reflect.Value, bool) {
	h, ok := physics.JointAs[H](j)
	return reflect.ValueOf(h), ok
}

// readAll calls all methods of a value that read.
func readAll(t *testing.T, v reflect.Value, arguments map[reflect.Type]reflect.Value) {
	for i := range v.NumMethod() {
		name, kind := v.Type().Method(i).Name, v.Method(i).Type()
		if slices.ContainsFunc(writers, func(w string) bool { return strings.HasPrefix(name, w) }) {
			continue
		}
		in := make([]reflect.Value, kind.NumIn())
		for k := range in {
			a, known := arguments[kind.In(k)]
			switch {
			case known:
				in[k] = a
			case kind.In(k).Kind() == reflect.Slice:
				in[k] = reflect.Zero(kind.In(k))
			default:
				t.Fatalf("%s.%s: nothing to pass for %s", v.Type(), name, kind.In(k))
			}
		}
		for _, out := range v.Method(i).Call(in) {
			if w, clone := out.Interface().(*physics.World); clone && name == "Clone" && w != nil {
				w.Close()
			}
		}
	}
}
