package physics

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/recording"
)

// Every number that the public interface takes, at any depth, is found by reflection and replaced by bad
// ones: a method or a field that is added is tried without anyone thinking of it.

// badNumbers are tried everywhere, the first few in every run.
var badNumbers = []float32{
	float32(math.NaN()), float32(math.Inf(1)), float32(math.Copysign(0, -1)), 1e-45, math.MaxFloat32, -1,
	float32(math.Inf(-1)), 0, 1e-20, 1e20, 1e38, -math.MaxFloat32,
}

const quickNumbers = 6

// bench is a small world with something for every call.
type bench struct {
	w         *World
	receivers []any
	joints    map[JointKind]Joint
	bodies    [2]Body // free dynamic ones
	mover     *Mover
	start     Snapshot
	samples   map[reflect.Type][]any
}

func newBench(t *testing.T) *bench {
	b := &bench{w: newTestWorld(t, nil), joints: map[JointKind]Joint{}}
	w := b.w
	addFloor(t, w)
	box := addBody(t, w, Dynamic, V3(0, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
	addBody(t, w, Dynamic, V3(0, 1.5, 0), Sphere{Radius: 0.5})
	lift := addBody(t, w, Kinematic, V3(5, 0.5, 0), BoxHalf(1, 0.2, 1))
	addBody(t, w, Dynamic, V3(5, 1.2, 0), BoxHalf(0.4, 0.4, 0.4))
	for kind := JointKind(0); kind < jointKindCount; kind++ {
		x := 10 + 3*float32(kind)
		p := addBody(t, w, Dynamic, V3(x, 2, 0), BoxHalf(0.2, 0.2, 0.2))
		q := addBody(t, w, Dynamic, V3(x+1, 2, 0), BoxHalf(0.2, 0.2, 0.2))
		if kind == KindMouse {
			d := DefaultMouseJointDef()
			d.Body, d.Grab, d.Target = p, p.Position(), p.Position()
			j, err := w.CreateMouseJoint(d)
			b.joints[kind] = must(t, j, err).Joint
			continue
		}
		f := defaultFrames()
		f.Connect(p, q, Transform{P: V3(x+0.5, 2, 0), Q: QuatIdentity})
		j, err := joinKind(w, kind, f, springy, JointDrive{Hertz: 1, MaxMotor: 1})
		b.joints[kind] = must(t, j, err)
	}
	b.bodies = [2]Body{addBody(t, w, Dynamic, V3(-5, 2, 0), BoxHalf(0.2, 0.2, 0.2)),
		addBody(t, w, Dynamic, V3(-6, 2, 0), BoxHalf(0.2, 0.2, 0.2))}
	b.mover = newMover(t, w, V3(-10, 0, 0), nil)
	run(t, w, 0.1)
	b.receivers = []any{w, box, lift, box.Shapes(nil)[0], b.mover}
	for kind := JointKind(0); kind < jointKindCount; kind++ {
		b.receivers = append(b.receivers, b.joints[kind])
	}
	if err := w.Snapshot(&b.start); err != nil {
		t.Fatal(err)
	}
	b.fillSamples(t)
	return b
}

// fillSamples makes accepted arguments of all types that the zero value will not do for.
func (b *bench) fillSamples(t *testing.T) {
	hull, err := NewHull([]Vec3{V3(-0.3, -0.3, -0.3), V3(0.3, -0.3, -0.3), V3(0, 0.4, 0), V3(0, -0.3, 0.4)})
	if err != nil {
		t.Fatal(err)
	}
	probe, err := NewProbe(Sphere{Radius: 0.3})
	if err != nil {
		t.Fatal(err)
	}
	body := DefaultBodyDef()
	body.Type = Dynamic
	mouse := DefaultMouseJointDef()
	mouse.Body, mouse.Grab, mouse.Target = b.bodies[0], b.bodies[0].Position(), V3(-5, 3, 0)
	mover := DefaultMoverDef()
	mover.Position = V3(-14, 0, 0)
	path := Path{Points: []Vec3{V3(0, 0, 0), V3(1, 0, 0), V3(2, 1, 0)}, Up: V3(0, 0, 1)}
	joints := []any{DefaultBallJointDef(), DefaultDistanceJointDef(), DefaultFixedJointDef(), DefaultGearJointDef(),
		DefaultHingeJointDef(),
		DefaultMotorJointDef(), DefaultParallelJointDef(), DefaultPulleyJointDef(), DefaultRackJointDef(),
		DefaultSixJointDef(),
		DefaultSliderJointDef(), DefaultWheelJointDef(), DefaultPathJointDef()}
	list := []any{DefaultQueryFilter(), DefaultShapeDef(), body, mouse, mover, DefaultSettings(), probe,
		DefaultExplosionDef(), DefaultWindDef(),
		DefaultBuoyancyDef(), path, QuatIdentity, TransformIdentity,
		MassData{Mass: 1, Inertia: Mat3{XX: 1, YY: 1, ZZ: 1}}, V3(0.1, 0.2, 0.3),
		JointAxis{Limited: true, Lower: -1, Upper: 1, Hertz: 1, DampingRatio: 0.5, Motor: true, Speed: 1, MaxForce: 10},
		JointDrive{Hertz: 1, DampingRatio: 0.5, MaxSpring: 100, MaxMotor: 10}, Material{Friction: 0.5}, float32(0.05),
		AABB{Max: V3(1, 1, 1)},
		[]Geometry{BoxHalf(0.2, 0.2, 0.2)}, []Material{{Friction: 0.5}}, true, uint64(1), "name", Kinematic, int(0),
		MoverInput{Walk: V3(1, 0, 0)},
		Filter{Category: 1, Mask: ^uint64(0)}}
	b.samples = map[reflect.Type][]any{}
	for _, x := range list {
		b.samples[reflect.TypeOf(x)] = []any{x}
	}
	b.samples[reflect.TypeFor[*Snapshot]()] = []any{&b.start}
	for _, x := range joints {
		v := reflect.New(reflect.TypeOf(x)).Elem()
		v.Set(reflect.ValueOf(x))
		f := v.FieldByName("JointFrames").Addr().Interface().(*JointFrames)
		f.Connect(b.bodies[0], b.bodies[1], Transform{P: V3(-5.5, 2, 0), Q: QuatIdentity})
		if p := v.FieldByName("Path"); p.IsValid() {
			p.Set(reflect.ValueOf(path))
		}
		b.samples[v.Type()] = []any{v.Interface()}
	}
	for _, g := range []Geometry{Sphere{Radius: 0.3}, Capsule{B: V3(0, 1, 0), Radius: 0.2},
		TaperedCapsule{B: V3(0, 1, 0), RadiusA: 0.2, RadiusB: 0.3},
		Cylinder{B: V3(0, 1, 0), Radius: 0.3}, Cone{Apex: V3(0, 1, 0), Radius: 0.3}, Plane{Normal: V3(0, 1, 0)},
		Box{Half: V3(0.3, 0.3, 0.3), Rotation: QuatIdentity}, hull} {
		b.samples[shapeSum] = append(b.samples[shapeSum], g)
	}
	for tag := byte(1); ; tag++ {
		c := coder{Coder: journal.Coder{Reading: true, Data: append([]byte{tag}, make([]byte, 64)...)},
			shapes: &recording.Shapes{}}
		var g Geometry
		if c.geometry(&g); c.Err != nil {
			break // no such form
		}
		switch g.(type) {
		case Mesh, HeightField, Compound:
			continue // forms that only static bodies have are tried elsewhere
		}
		if !slices.ContainsFunc(b.samples[shapeSum],
			func(x any) bool { return reflect.TypeOf(x) == reflect.TypeOf(g) }) {
			t.Errorf("no sample of %T", g)
		}
	}
}

var shapeSum = reflect.TypeFor[Geometry]()

// argument returns sample number pick of a type, addressable; ok is false when there are fewer.
func (b *bench) argument(t reflect.Type, pick int) (v reflect.Value, ok bool) {
	v = reflect.New(t).Elem()
	if list := b.samples[t]; list != nil {
		v.Set(reflect.ValueOf(list[pick%len(list)]))
		copySlices(v)
		return v, pick < len(list)
	}
	return v, pick == 0
}

// replace puts x into float number *k of v, counting down, and reports whether it was there.
func replace(v reflect.Value, k *int, x float32) bool {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if *k--; *k < 0 {
			v.SetFloat(float64(x))
			return true
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && replace(v.Field(i), k, x) {
				return true
			}
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			if replace(v.Index(i), k, x) {
				return true
			}
		}
	case reflect.Interface:
		if v.IsNil() {
			return false
		}
		c := reflect.New(v.Elem().Type()).Elem()
		c.Set(v.Elem())
		if replace(c, k, x) {
			v.Set(c)
			return true
		}
	}
	return false
}

// copySlices gives the slices of v their own storage, so that replacing leaves the samples alone.
func copySlices(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				copySlices(v.Field(i))
			}
		}
	case reflect.Slice:
		if !v.IsNil() {
			c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(c, v)
			v.Set(c)
		}
	}
}

// neverAccepted are calls that refuse what the samples offer, by their nature.
var neverAccepted = map[string]bool{"World.Restore": true, "Shape.SetBroadBounds": true}

// TestEveryNumber calls every exported method with every bad number in every place.
func TestEveryNumber(t *testing.T) {
	numbers := badNumbers[:quickNumbers]
	if soak() {
		numbers = badNumbers
	}
	b := newBench(t)
	cases, entries := 0, 0
	accepted := map[string]bool{}
	for _, receiver := range b.receivers {
		v := reflect.ValueOf(receiver)
		kind := strings.TrimPrefix(strings.TrimPrefix(v.Type().String(), "*"), "physics.")
		for i := range v.NumMethod() {
			name := kind + "." + v.Type().Method(i).Name
			method := v.Method(i)
			for pick := 0; b.hasSample(method.Type(), pick); pick++ {
				b.restore(t)
				ok := b.call(t, name, method, b.arguments(method.Type(), pick))
				accepted[name] = accepted[name] || ok
				for slot := 0; ; slot++ {
					k := slot
					if !replaceIn(b.arguments(method.Type(), pick), &k, 1) {
						break
					}
					entries++
					for _, x := range numbers {
						cases++
						b.restore(t)
						in := b.arguments(method.Type(), pick)
						k := slot
						replaceIn(in, &k, x)
						b.call(t, name, method, in)
						b.goOn(t, fmt.Sprintf("%s, place %d = %g", name, slot, x))
					}
				}
			}
		}
	}
	for name, ok := range accepted {
		if !ok && !neverAccepted[name] {
			t.Errorf("%s refuses ordinary numbers", name)
		}
	}
	t.Logf("%d numbers in %d methods, %d cases", entries, len(accepted), cases)
	if entries < 400 {
		t.Errorf("only %d numbers found", entries)
	}
}

func (b *bench) restore(t *testing.T) {
	t.Helper()
	if err := b.w.Restore(&b.start); err != nil {
		t.Fatal(err)
	}
}

// hasSample reports whether a method takes numbers and there is another sample for one of its arguments.
func (b *bench) hasSample(method reflect.Type, pick int) bool {
	numbers, more := false, pick == 0
	for i := range method.NumIn() {
		v, ok := b.argument(method.In(i), pick)
		k := 0
		numbers = numbers || replace(v, &k, 1) || method.In(i) == shapeSum
		more = more || ok
	}
	return numbers && more
}

func (b *bench) arguments(method reflect.Type, pick int) []reflect.Value {
	in := make([]reflect.Value, method.NumIn())
	for i := range in {
		in[i], _ = b.argument(method.In(i), pick)
	}
	return in
}

func replaceIn(in []reflect.Value, k *int, x float32) bool {
	for _, v := range in {
		if replace(v, k, x) {
			return true
		}
	}
	return false
}

// call makes a call and reports whether it was accepted.
func (b *bench) call(t *testing.T, name string, method reflect.Value, in []reflect.Value) bool {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s(%v) panics: %v", name, in, r)
		}
	}()
	if len(in) > 0 && method.Type().IsVariadic() {
		return false
	}
	refused := b.w.Counters().RefusedCalls
	for _, out := range method.Call(in) {
		if err, ok := out.Interface().(error); ok && err != nil {
			return false
		}
	}
	return b.w.Counters().RefusedCalls == refused
}

// goOn steps the world and looks through it.
func (b *bench) goOn(t *testing.T, what string) {
	t.Helper()
	if s := b.w.Settings(); s.SubSteps > 8 {
		t.Fatalf("%s: %d sub-steps", what, s.SubSteps)
	}
	for range 3 {
		b.mover.Move(MoverInput{Walk: V3(1, 0, 0)}, 0.01)
		if err := b.w.Step(0.01); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	if err := b.w.Validate(); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// makers are the functions that take numbers without a world, with arguments that are accepted.
var makers = map[string]struct {
	f    any
	args []any
}{
	"NewHull": {NewHull, []any{[]Vec3{V3(-1, -1, -1), V3(1, -1, -1), V3(0, 1, 0), V3(0, -1, 1), V3(0.3, 0.4, 0.5)}}},
	"NewMesh": {NewMesh, []any{MeshDef{Vertices: []Vec3{V3(-5, 0, -5), V3(5, 0, -5), V3(0, 0.1, 5), V3(5, 1, 5)},
		Indices: []uint32{0, 2, 1, 1, 2, 3}, Scale: V3(1, 1, 1)}}},
	"NewHeightField": {NewHeightField,
		[]any{HeightFieldDef{Columns: 2, Rows: 3, Heights: []float32{0, 0.1, 0.2, 0, 0.3, 0},
			Spacing: V3(4, 0, 4), Origin: V3(-2, 0, -4)}}},
	"NewCompound": {NewCompound, []any{[]Geometry{BoxHalf(1, 0.2, 1), Sphere{Center: V3(0, 0.5, 0), Radius: 0.5}}}},
	"NewProbe":    {NewProbe, []any{Geometry(Sphere{Radius: 1})}},
	"NewWorld":    {NewWorld, []any{DefaultWorldDef()}},
}

// makeNoNumbers are the other exported functions: they take no numbers, or only put them together.
var makeNoNumbers = map[string]bool{
	"BoxHalf": true, "V3": true, "Kernels": true, "OpenRecording": true, "JoinRecordings": true, "NewReplay": true,
	"NewRecorder": true, "AllSettings": true, "EnergyEntries": true, "JointAs": true,
}

// TestEveryMaker makes shapes of every bad number, drops bodies on the accepted ones, and knows every
// function of the package.
func TestEveryMaker(t *testing.T) {
	for name := range exportedFunctions(t) {
		if _, ok := makers[name]; !ok && !makeNoNumbers[name] && !strings.HasPrefix(name, "Default") {
			t.Errorf("%s is not tried with bad numbers", name)
		}
	}
	for name, m := range makers {
		f := reflect.ValueOf(m.f)
		arguments := func() []reflect.Value {
			in := make([]reflect.Value, f.Type().NumIn())
			for i := range in {
				in[i] = reflect.New(f.Type().In(i)).Elem()
				in[i].Set(reflect.ValueOf(m.args[i]))
				copySlices(in[i])
			}
			return in
		}
		if out := f.Call(arguments()); !out[1].IsNil() {
			t.Fatalf("%s: %v", name, out[1])
		}
		for slot := 0; ; slot++ {
			k := slot
			if !replaceIn(arguments(), &k, 1) {
				break
			}
			for _, x := range badNumbers {
				in := arguments()
				k := slot
				replaceIn(in, &k, x)
				out := f.Call(in)
				if !out[1].IsNil() {
					continue
				}
				tryMade(t, fmt.Sprintf("%s, place %d = %g", name, slot, x), out[0].Interface())
			}
		}
	}
}

// tryMade lets a world go on with a new object.
func tryMade(t *testing.T, what string, made any) {
	t.Helper()
	w := newTestWorld(t, nil)
	switch m := made.(type) {
	case *World:
		w = m
	case Probe:
		w.Overlap(m, TransformIdentity, DefaultQueryFilter(), nil)
		return
	case Geometry:
		kind := Static
		if _, ok := m.(Hull); ok {
			kind = Dynamic
		}
		def := DefaultBodyDef()
		def.Type = kind
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		b.CreateShape(m, DefaultShapeDef())
	}
	for i := range 4 {
		addBody(t, w, Dynamic, V3(float32(i)-2, 1.5, 0.1), []Geometry{BoxHalf(0.3, 0.3, 0.3), Sphere{Radius: 0.3}}[i%2])
	}
	for range 20 {
		if err := w.Step(0.01); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	if err := w.Validate(); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// exportedFunctions returns the names of the exported functions of the package that are no methods.
func exportedFunctions(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() {
				names[f.Name.Name] = true
			}
		}
	}
	if len(names) < 20 {
		t.Fatalf("only %d functions", len(names))
	}
	return names
}
