package physics

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// addZoo fills a world with something of everything that a snapshot can hold: all shapes, a
// mesh used twice, all joints, a sensor with a visitor, a body that was destroyed and one at rest.
func addZoo(t testing.TB, w *World) {
	t.Helper()
	addFloor(t, w)
	hull, err := NewHull([]Vec3{V3(-0.3, -0.3, -0.3), V3(0.3, -0.3, -0.3), V3(0, 0.4, 0), V3(0, -0.3, 0.4),
		V3(0.1, 0.2, 0.3)})
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	check(err)
	mesh, err := NewMesh(MeshDef{Vertices: []Vec3{V3(-5, 0, -5), V3(5, 0, -5), V3(5, 0, 5), V3(-5, 0, 5), V3(0, 1, 0)},
		Indices: []uint32{0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0}})
	check(err)
	field, err := NewHeightField(
		HeightFieldDef{Columns: 3, Rows: 3, Heights: []float32{0, 0.2, 0, 0.1, 0, 0.3, 0, 0, 0.1},
			Spacing: V3(4, 0, 4), Origin: V3(10, 0.05, -4), Holes: []bool{false, false, true, false}})
	check(err)
	samples, err := shape.NewHeightField(
		shape.HeightFieldDef{Columns: 2, Rows: 2, Quantized: []uint16{0, 10, 20, 65535},
			Low: 0.1, High: 0.5, Spacing: V3(4, 0, 4), Origin: V3(30, 0, -4)})
	check(err)
	quantized := HeightField{samples}
	compound, err := NewCompound([]Geometry{BoxHalf(0.5, 0.2, 0.5), Sphere{Center: V3(1, 0, 0), Radius: 0.4}, hull})
	check(err)
	addBody(t, w, Static, V3(-20, 0, 0), mesh)
	paved := DefaultShapeDef()
	paved.Surfaces = []Material{{Friction: 0.2}, {Restitution: 0.5, UserTag: 3}}
	addBodyDef(t, w, Static, V3(-20, 0, -40), QuatIdentity, mesh, paved)
	addBody(t, w, Static, V3(0, 0, 0), field)
	addBody(t, w, Static, V3(0, 0, 0), quantized)
	addBody(t, w, Static, V3(-20, 0.2, 20), compound)
	round := []Geometry{Sphere{Radius: 0.4}, Capsule{A: V3(-0.3, 0, 0), B: V3(0.3, 0, 0), Radius: 0.2},
		BoxHalf(0.3, 0.4, 0.5),
		hull, Cylinder{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), Radius: 0.3},
		Cone{Base: V3(0, -0.2, 0), Apex: V3(0, 0.5, 0), Radius: 0.3},
		TaperedCapsule{A: V3(0, -0.2, 0), B: V3(0, 0.2, 0), RadiusA: 0.2, RadiusB: 0.3},
		Box{Half: V3(0.2, 0.2, 0.2), Center: V3(0.3, 0, 0)}}
	for _, at := range []Vec3{V3(-22, 3, 0), V3(12, 2, -2), V3(31, 2, -3), V3(-20, 2, 20), V3(0, 1, 10)} {
		for i, g := range round {
			addBody(t, w, Dynamic, at.Add(V3(0.9*float32(i%3), 1.2*float32(i/3), 0.1*float32(i))), g)
		}
	}
	sensor := DefaultShapeDef()
	sensor.Sensor, sensor.SensorEvents = true, true
	visitor := DefaultShapeDef()
	visitor.SensorEvents, visitor.ContactEvents = true, true
	addBodyDef(t, w, Static, V3(0, 0, 30), QuatIdentity, BoxHalf(2, 2, 2), sensor)
	addBodyDef(t, w, Dynamic, V3(0, 1, 30), QuatIdentity, BoxHalf(0.5, 0.5, 0.5), visitor)
	lift := addBody(t, w, Kinematic, V3(0, 0.2, -30), BoxHalf(2, 0.1, 2))
	lift.SetLinearVelocity(V3(0, 0.5, 0))
	addBody(t, w, Dynamic, V3(0, 1, -30), BoxHalf(0.5, 0.5, 0.5)).SetName("passenger")
	for kind := KindBall; kind < jointKindCount; kind++ {
		x := 40 + 3*float32(kind)
		a := addBody(t, w, Dynamic, V3(x, 2, 0), BoxHalf(0.2, 0.2, 0.2))
		b := addBody(t, w, Dynamic, V3(x+1, 2, 0), BoxHalf(0.2, 0.2, 0.2))
		f := defaultFrames()
		f.Connect(a, b, Transform{P: V3(x+0.5, 2, 0), Q: rotationTo(V3(0, 0, 1), V3(1, 0, 0))})
		f.BreakForce = 5e3
		j, err := joinKind(w, kind, f, springy, JointDrive{Hertz: 1, MaxMotor: 1})
		must(t, j, err)
	}
	kept := addBody(t, w, Dynamic, V3(0, 0.5, 60), BoxHalf(0.5, 0.5, 0.5))
	run(t, w, 0.2)
	kept.SetAwake(false)
	gone := addBody(t, w, Dynamic, V3(0, 0.2, 65), hull)
	addBody(t, w, Dynamic, V3(0, 12, 0), BoxHalf(0.4, 0.4, 0.4))
	gone.Destroy()
}

func newZoo(t testing.TB) *World {
	w := newTestWorld(t, nil)
	addZoo(t, w)
	run(t, w, 0.3)
	// a cluster at one position, in which pairs wait
	for range 20 {
		addBody(t, w, Dynamic, V3(60, 5, 60), Sphere{Radius: 0.2})
	}
	run(t, w, 0.02)
	for _, b := range w.Bodies(nil) {
		if b.Name() == "passenger" {
			b.Destroy()
		}
	}
	return w
}

func snapshotBytes(t testing.TB, w *World) []byte {
	t.Helper()
	var s Snapshot
	if err := w.Snapshot(&s); err != nil {
		t.Fatal(err)
	}
	b, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A world that went through bytes goes on with the same bits, and gives the same bytes again, whatever the
// snapshot held before.
func TestSnapshotBytesContinueBitForBit(t *testing.T) {
	w := newZoo(t)
	pile := newTestWorld(t, nil)
	addFloor(t, pile)
	addMixedPile(t, pile, 200)
	run(t, pile, 1)
	var s Snapshot
	if err := s.UnmarshalBinary(snapshotBytes(t, pile)); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		data := snapshotBytes(t, w)
		if err := s.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		copied := newTestWorld(t, nil)
		addMixedPile(t, copied, 7)
		if err := copied.Restore(&s); err != nil {
			t.Fatal(err)
		}
		if err := copied.Validate(); err != nil {
			t.Fatal(err)
		}
		if again := snapshotBytes(t, copied); !bytes.Equal(again, data) {
			t.Fatal("the bytes of the copy differ")
		}
		for i := range 40 {
			run(t, w, 0.01)
			run(t, copied, 0.01)
			if w.Hash() != copied.Hash() {
				t.Fatalf("step %d after bytes differs", i)
			}
		}
		if !bytes.Equal(snapshotBytes(t, w), snapshotBytes(t, copied)) {
			t.Fatal("the bytes differ after 40 steps")
		}
	}
}

// Every field that the simulation has, at any depth, changes the bytes: none can be added
// and forgotten. Omitted fields are named here.
func TestSnapshotBytesHoldEveryField(t *testing.T) {
	w := newZoo(t)
	var s Snapshot
	if err := w.Snapshot(&s); err != nil {
		t.Fatal(err)
	}
	omitted := map[string]bool{
		"Limits": true, "Hooks": true, // belong to a world
		"Pairs": true, // follows from the contacts
		// follow from shapes, manifolds and lists
		"Contacts.BodyA": true, "Contacts.BodyB": true, "Contacts.Color": true, "Contacts.Slot": true,
		"Contacts.AwakeSlot": true, "Contacts.Touching": true, "Contacts.Linked": true, "Contacts.Composite": true,
		"ContactCount": true, "Touching": true, "Graph.colors.bodies": true,
		"Graph.colors.contacts.Manifold": true, "Graph.colors.contacts.Count": true,
		"Graph.colors.contacts.BodyA": true, "Graph.colors.contacts.BodyB": true, "Graph.colors.pairs": true,
		"Sims.HasContactInertia": true,                                         // a step works it out anew
		"Graph.jointVersion":     true,                                         // differs between any two worlds
		"Graph.contactVersion":   true,                                         // likewise
		"Trees.entries":          true, "Trees.spare": true, "Trees.cut": true, // scratch
		// follow from triangles, children, vertices and planes
		"Geometries.Mesh.tree.boxes": true, "Geometries.Mesh.leaves": true, "Geometries.Children.tree.boxes": true,
		"Geometries.Poly.Corners": true, "Geometries.Poly.Faces": true, "Geometries.Poly.Arcs": true,
		"Geometries.Children.children.Poly.Corners": true, "Geometries.Children.children.Poly.Faces": true,
		"Geometries.Children.children.Poly.Arcs": true,
	}
	for _, f := range solve.PreparedFields {
		omitted["Rows."+f] = true
	}
	want, err := s.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 2*len(want))
	seen := map[string]bool{} // whether a leaf changes the bytes in some element of its list
	eachLeaf(reflect.ValueOf(s.held.Rooms()).Elem(), "", omitted, func(path string, v reflect.Value) {
		if seen[path] {
			return
		}
		undo := disturb(t, path, v)
		got, err := s.AppendBinary(buf[:0])
		seen[path] = err != nil || !bytes.Equal(got, want)
		undo()
	})
	for path, ok := range seen {
		if !ok {
			t.Errorf("%s does not change the bytes", path)
		}
	}
	if len(seen) < 400 {
		t.Errorf("only %d fields were looked at", len(seen))
	}
	if got, _ := s.AppendBinary(nil); !bytes.Equal(got, want) {
		t.Error("the test did not undo its changes")
	}
}

// eachLeaf visits the numbers and strings of v with their paths, those of all elements of a list
// under one path.
func eachLeaf(v reflect.Value, path string, omitted map[string]bool, visit func(string, reflect.Value)) {
	if omitted[path] {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Name == "_" {
				continue
			}
			field := reflect.NewAt(f.Type, unsafe.Pointer(v.Field(i).UnsafeAddr())).Elem()
			name := strings.TrimPrefix(path+"."+f.Name, ".")
			if path == "" && f.Anonymous {
				name = "" // one of the parts
			}
			eachLeaf(field, name, omitted, visit)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachLeaf(v.Index(i), path, omitted, visit)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			eachLeaf(v.Elem(), path, omitted, visit)
		}
	default:
		visit(path, v)
	}
}

// disturb changes a number or a string and returns what brings it back.
func disturb(t *testing.T, path string, v reflect.Value) (undo func()) {
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.CanInt():
		v.SetInt(v.Int() ^ 1)
	case v.CanUint():
		v.SetUint(v.Uint() ^ 1)
	case v.CanFloat():
		v.SetFloat(v.Float() + 1 + v.Float()*v.Float())
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "x")
	default:
		t.Fatalf("%s is a %v", path, v.Type())
	}
	return func() { v.Set(old) }
}

// The parts that follow from others are as before, whatever the storage held before: other snapshots, copies of worlds,
// bytes that were refused.
func TestSnapshotContactsComeBack(t *testing.T) {
	plane := Plane{Normal: V3(0, 1, 0)}
	worlds := []*World{newZoo(t), linked(t), newTestWorld(t, nil), newTestWorld(t, nil)}
	for i, w := range worlds[2:] {
		addBody(t, w, Static, Vec3{}, plane)
		addMixedPile(t, w, 20+150*i)
	}
	r := rand.New(rand.NewSource(8))
	var s, was Snapshot
	for round := range 60 {
		w := worlds[r.Intn(len(worlds))]
		run(t, w, 0.01*float32(1+r.Intn(12)))
		data := snapshotBytes(t, w)
		switch r.Intn(4) {
		case 0:
			if err := worlds[r.Intn(len(worlds))].Snapshot(&s); err != nil {
				t.Fatal(err)
			}
		case 1:
			bad := bytes.Clone(data)
			copy(bad[len(bad)-100*(1+r.Intn(20)):], "\xff\xff\xff\xff\xff\xff\xff\x7f")
			if s.UnmarshalBinary(seal(bad)) == nil {
				t.Log("bytes are not refused")
			}
		}
		if err := s.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if err := w.Snapshot(&was); err != nil {
			t.Fatal(err)
		}
		a, b := was.held.Rooms(), s.held.Rooms()
		if !slices.Equal(a.Contacts, b.Contacts) || a.ContactCount != b.ContactCount || a.Touching != b.Touching {
			t.Fatalf("round %d: other contacts", round)
		}
		for color := int32(0); color < GraphColors; color++ {
			if !slices.Equal(a.Graph.Contacts(color), b.Graph.Contacts(color)) {
				t.Fatalf("round %d: the graph is %v, was %v", round, b.Graph.Contacts(color), a.Graph.Contacts(color))
			}
		}
		for i := range a.Contacts {
			c, kept := &a.Contacts[i], a.Recycling[i]
			if !c.Alive || !kept.Valid {
				kept = narrowphase.Recycling{}
			}
			if b.Recycling[i] != kept {
				t.Fatalf("round %d: reuse of contact %d is %+v, was %+v", round, i, b.Recycling[i], kept)
			}
		}
		compareManifolds(t, a, b)
	}
}

// A contact that sleeps without touch cannot be in the graph.
func TestSnapshotRefusesAnIdleContactInTheGraph(t *testing.T) {
	w := newTestWorld(t, nil)
	addBody(t, w, Static, Vec3{}, BoxHalf(0.5, 0.5, 0.5))
	above := addBody(t, w, Dynamic, V3(0, 1.06, 0), BoxHalf(0.5, 0.5, 0.5))
	run(t, w, 0.01)
	above.SetAwake(false)
	if len(w.state.Contacts) != 1 || w.state.Contacts[0].Touching || w.state.Contacts[0].AwakeSlot != state.None {
		t.Fatalf("contacts %+v", w.state.Contacts)
	}
	var s Snapshot
	if err := w.Snapshot(&s); err != nil {
		t.Fatal(err)
	}
	s.held.Rooms().Graph.AddContact(solve.Entry{}, w.state.Contacts[0].BodyA, w.state.Contacts[0].BodyB, false, true)
	data, err := s.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.UnmarshalBinary(data); err == nil || !strings.Contains(err.Error(), "1 contacts do not touch") {
		t.Errorf("error %v", err)
	}
}

// An axis that is too long would keep shapes apart that touch.
func TestSnapshotRefusesLongAxes(t *testing.T) {
	w := newTestWorld(t, nil)
	addBody(t, w, Static, Vec3{}, BoxHalf(0.5, 0.5, 0.5))
	addBody(t, w, Dynamic, V3(0, 0.8, 0), Capsule{A: V3(-0.2, 0, 0), B: V3(0.2, 0, 0), Radius: 0.3})
	run(t, w, 0.01)
	if len(w.state.Contacts) != 1 || w.state.Contacts[0].Cache.Axis == (Vec3{}) {
		t.Fatalf("contacts %+v", w.state.Contacts)
	}
	var s Snapshot
	for _, scale := range []float32{1, 1.1, 1e20} {
		if err := w.Snapshot(&s); err != nil {
			t.Fatal(err)
		}
		axis := &s.held.Rooms().Contacts[0].Cache.Axis
		*axis = axis.Mul(scale)
		data, err := s.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.UnmarshalBinary(data); (err == nil) != (scale == 1) || err != nil &&
			!strings.Contains(err.Error(), "longer than 1") {
			t.Errorf("scale %g: error %v", scale, err)
		}
	}
}

// compareManifolds compares those that are in use, and looks whether the others are empty.
func compareManifolds(t *testing.T, was, now *snapshot.Rooms) {
	t.Helper()
	used := make([]bool, len(was.Manifolds))
	for i := range was.Contacts {
		c := &was.Contacts[i]
		for k := c.Manifold; c.Alive && k < c.Manifold+kept(was, c); k++ {
			used[k] = true
		}
	}
	for i := range was.Manifolds {
		a, b := was.Manifolds[i], now.Manifolds[i]
		if !used[i] {
			a = solve.Manifold{}
		}
		for k := a.Count; k < solve.MaxPoints; k++ {
			a.Points[k], b.Points[k] = solve.ManifoldPoint{}, solve.ManifoldPoint{}
		}
		if a != b {
			t.Fatalf("manifold %d is %+v, was %+v", i, b, a)
		}
	}
}

// The zoo has something in every list, so that the test above looks at all of them.
func TestZooIsComplete(t *testing.T) {
	w := newZoo(t)
	batches := reflect.ValueOf(&w.rooms).Elem()
	for p := range batches.NumField() {
		if !batches.Type().Field(p).IsExported() {
			continue // of the last snapshot
		}
		v := batches.Field(p).Elem()
		for i := range v.NumField() {
			if f := v.Field(i); f.Kind() == reflect.Slice && f.Len() == 0 && v.Type().Field(i).Name != "FreeJoints" &&
				v.Type().Field(i).Name != "Moved" {
				t.Errorf("%s is empty", v.Type().Field(i).Name)
			}
		}
	}
}

// The sizes (bytes) of the header of a snapshot: up to the numbers about the parts, and with them.
const (
	headerSize = 32
	startSize  = 40
)

// kept returns how many manifolds of a contact are written.
func kept(p *snapshot.Rooms, c *state.Contact) int32 {
	if c.Composite && c.Count == 0 && p.Manifolds[c.Manifold].Count > 0 {
		return 1
	}
	return c.Count
}

// seal makes the lengths and sums of changed data right again.
func seal(data []byte) []byte {
	le := binary.LittleEndian
	le.PutUint64(data[24:], uint64(len(data)-headerSize))
	if len(data) >= startSize {
		split := startSize + int(min(uint64(le.Uint32(data[32:])), uint64(len(data)-startSize)))
		le.PutUint32(data[32:], uint32(split-startSize))
		le.PutUint32(data[36:], crc32.Checksum(data[split:], crc32.MakeTable(crc32.Castagnoli)))
		le.PutUint32(data[12:], crc32.Checksum(data[16:split], crc32.MakeTable(crc32.Castagnoli)))
	}
	return data
}

func TestSnapshotRefusesDamage(t *testing.T) {
	data := snapshotBytes(t, newZoo(t))
	var s Snapshot
	if _, err := new(Snapshot).AppendBinary(nil); err == nil {
		t.Error("an empty snapshot has bytes")
	}
	for _, c := range []struct {
		name, want string
		change     func([]byte) []byte
	}{
		{"nothing", "at byte 0: no snapshot", func(b []byte) []byte { return nil }},
		{"magic", "at byte 0: no snapshot", func(b []byte) []byte { b[0] = 'X'; return b }},
		{"version", "at byte 8: version 9", func(b []byte) []byte { b[8] = 9; return b }},
		{"checksum", "at byte 12: checksum", func(b []byte) []byte { b[len(b)/4]++; return b }},
		{"second checksum", "at byte 36: checksum", func(b []byte) []byte { b[len(b)-1]++; return b }},
		{"parts", "at byte 32: the first of two parts", func(b []byte) []byte { b[35] = 0x7f; return b }},
		{"length", "at byte 24: length", func(b []byte) []byte { return b[:len(b)-1] }},
		{"layout", "at byte 16: written by another version", func(b []byte) []byte { b[16]++; return seal(b) }},
		{"cut", "bytes are left", func(b []byte) []byte { return seal(b[:len(b)-9]) }},
		{"more", "4 bytes follow", func(b []byte) []byte { return seal(append(b, 0, 0, 0, 0)) }},
		{"gravity", "settings", func(b []byte) []byte { copy(b[startSize:], "\x00\x00\xc0\x7f"); return seal(b) }},
		{"huge list", "bodies: length 4294967295", func(b []byte) []byte {
			copy(b[startSize+flat.Of[state.Settings]().Size():], "\xff\xff\xff\xff")
			return seal(b)
		}},
	} {
		err := s.UnmarshalBinary(c.change(bytes.Clone(data)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if s.held.Valid() {
			t.Errorf("%s: the snapshot can be used", c.name)
		}
	}
	for i := range 16 {
		if err := s.UnmarshalBinary(seal(bytes.Clone(data[:headerSize+i*(len(data)-headerSize)/16]))); err == nil {
			t.Errorf("%d/16 of the data is accepted", i)
		}
	}
}

// hostile reads data and, if it is accepted, drives the world on. Nothing may panic, and the
// world must be valid before and after.
func hostile(t *testing.T, data []byte) (accepted bool) {
	var s Snapshot
	if err := s.UnmarshalBinary(data); err != nil {
		return false
	}
	w := newTestWorld(t, nil)
	if err := w.Restore(&s); err != nil {
		t.Fatal(err)
	}
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	if len(w.state.Bodies) > 2000 || w.state.Settings.SubSteps > 8 {
		return true
	}
	for range 4 {
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
	}
	for i := range w.state.Bodies {
		if b, ok := w.BodyAt(i); ok && i%3 == 0 {
			b.Destroy()
		}
	}
	if err := w.Step(0.01); err != nil {
		t.Fatal(err)
	}
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	return true
}

// Bytes changed at random behind a right checksum.
func TestSnapshotRefusesHostileBytes(t *testing.T) {
	data := snapshotBytes(t, newZoo(t))
	rounds := 1500
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 200_000
	}
	r := rand.New(rand.NewSource(5))
	accepted := 0
	changed := make([]byte, len(data))
	for round := range rounds {
		copy(changed, data)
		for range 1 + r.Intn(2) {
			at := headerSize + r.Intn(len(data)-headerSize-4)
			switch r.Intn(4) {
			case 0:
				changed[at] ^= 1 << r.Intn(8)
			case 1:
				changed[at] = byte(r.Intn(256))
			case 2:
				binary.LittleEndian.PutUint32(changed[at&^3:], r.Uint32())
			default:
				copy(changed[at:at+4], [][]byte{{255, 255, 255, 255}, {0, 0, 0, 0}, {255, 255, 255, 127},
					{0, 0, 0x80, 0x7f}}[r.Intn(4)])
			}
		}
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Fatalf("round %d: %v\n%s", round, p, debug.Stack())
				}
			}()
			if hostile(t, seal(changed)) {
				accepted++
			}
		}()
	}
	if accepted == 0 || accepted == rounds {
		t.Errorf("%d of %d changed snapshots were accepted", accepted, rounds)
	}
	t.Logf("%d of %d changed snapshots were accepted", accepted, rounds)
}

// linked is a small world with the parts that boxes alone do not have: joints, a path, a mesh and a sensor. The
// zoo has more, and is too large to go through thousands of changes in a minute.
func linked(t testing.TB) *World {
	w := newTestWorld(t, nil)
	mesh, err := NewMesh(MeshDef{Vertices: []Vec3{V3(-2, 0, -2), V3(-2, 0, 2), V3(2, 0, 2), V3(2, 0, -2)},
		Indices: []uint32{0, 1, 2, 0, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	addBody(t, w, Static, Vec3{}, mesh)
	a := addBody(t, w, Dynamic, V3(0, 0.19, 0), Sphere{Radius: 0.2})
	b := addBody(t, w, Dynamic, V3(0.5, 0.19, 0), Capsule{A: V3(-0.1, 0, 0), B: V3(0.1, 0, 0), Radius: 0.2})
	hinge := DefaultHingeJointDef()
	hinge.Connect(a, b, Transform{P: V3(0.25, 0.2, 0), Q: QuatIdentity})
	j, err := w.CreateHingeJoint(hinge)
	must(t, j, err)
	path := DefaultPathJointDef()
	path.Path.Points = []Vec3{V3(0, 0, 0), V3(1, 0, 0), V3(2, 1, 0)}
	path.BodyB = b
	k, err := w.CreatePathJoint(path)
	must(t, k, err)
	sensor := DefaultShapeDef()
	sensor.Sensor = true
	addBodyDef(t, w, Static, Vec3{}, QuatIdentity, BoxHalf(1, 1, 1), sensor)
	run(t, w, 0.03)
	return w
}

func FuzzSnapshot(f *testing.F) {
	small := newTestWorld(f, nil)
	addFloor(f, small)
	addBody(f, small, Dynamic, V3(0, 0.49, 0), BoxHalf(0.5, 0.5, 0.5))
	run(f, small, 0.05)
	f.Add(snapshotBytes(f, small)[headerSize:])
	f.Add(snapshotBytes(f, newTestWorld(f, nil))[headerSize:])
	f.Add(snapshotBytes(f, linked(f))[headerSize:])
	pile := newTestWorld(f, nil)
	addFloor(f, pile)
	addMixedPile(f, pile, 4)
	run(f, pile, 0.5)
	f.Add(snapshotBytes(f, pile)[headerSize:])
	head := snapshotBytes(f, small)[:headerSize]
	f.Fuzz(func(t *testing.T, body []byte) {
		hostile(t, seal(append(bytes.Clone(head), body...)))
	})
}

// The next step needs none of the values that a step prepares in a joint.
func TestPreparedJointFieldsAreNoState(t *testing.T) {
	w, v := newZoo(t), newZoo(t)
	layout := flat.Of[solve.Joint](solve.PreparedFields...)
	for i := range v.state.Rows {
		row := &v.state.Rows[i]
		kept := *row
		*row = solve.Joint{}
		if _, err := layout.Decode(v.state.Rows[i:i+1], layout.Append(nil, []solve.Joint{kept})); err != nil {
			t.Fatal(err)
		}
	}
	v.state.Graph.TouchJoints()
	for i := range 60 {
		run(t, w, 0.01)
		run(t, v, 0.01)
		if w.Hash() != v.Hash() {
			t.Fatalf("step %d differs", i)
		}
	}
}

// pile1000 is a cluster of a thousand bodies in contact.
func pile1000(b *testing.B) *Snapshot {
	w := newTestWorld(b, nil)
	addFloor(b, w)
	addMixedPile(b, w, 1000)
	run(b, w, 2)
	s := &Snapshot{}
	if err := w.Snapshot(s); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d bodies, %d contacts", w.BodyCount(), w.Counters().Contacts)
	return s
}

func BenchmarkSnapshotSave1000(b *testing.B) {
	s := pile1000(b)
	var data []byte
	for b.Loop() {
		var err error
		if data, err = s.AppendBinary(data[:0]); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(data)))
}

func BenchmarkSnapshotLoad1000(b *testing.B) {
	s := pile1000(b)
	data, err := s.AppendBinary(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	var loaded Snapshot
	for b.Loop() {
		if err := loaded.UnmarshalBinary(data); err != nil {
			b.Fatal(err)
		}
	}
}
