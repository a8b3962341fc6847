package animation

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"sort"
	"testing"

	"github.com/qmuntal/gltf"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// sampled are scenes of all kinds: stacks, joints, meshes, looks, bodies that come and go, spin, roll and are driven.
var sampled = []string{
	"pyramid36", "card_house", "newtons_cradle", "gears", "driving", "crane", "ragdoll_bridge", "mixed_rain", "tumbler",
	"pool", "windmill", "bowling", "rope_bridge", "explosion", "domino_spiral", "spinning_coin", "moving_compounds",
	"roller_coaster", "turntable", "rolling_shapes",
}

// filmed follows a scene for some steps and calls seen before the first and after every step.
func filmed(t *testing.T, name string, steps int, seen func(w *physics.World, time float32)) *Take {
	t.Helper()
	take := &Take{}
	follow(t, take, name, steps, seen)
	return take
}

// read decodes what a take writes.
func read(t *testing.T, take *Take) *gltf.Document {
	t.Helper()
	var out bytes.Buffer
	if err := take.WriteGLB(&out, scenes.View{Distance: 10}, 0.8); err != nil {
		t.Fatal(err)
	}
	doc := new(gltf.Document)
	if err := gltf.NewDecoder(&out).Decode(doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// numbers reads an accessor as the specification says, in rows.
func numbers(t *testing.T, doc *gltf.Document, index int) [][]float64 {
	t.Helper()
	a := doc.Accessors[index]
	view := doc.BufferViews[*a.BufferView]
	data := doc.Buffers[view.Buffer].Data[view.ByteOffset : view.ByteOffset+view.ByteLength]
	width, size := a.Type.Components(), a.ComponentType.ByteSize()
	stride := max(view.ByteStride, width*size)
	rows := make([][]float64, a.Count)
	for i := range rows {
		for k := range width {
			at := a.ByteOffset + i*stride + k*size
			if at%size != 0 || at+size > len(data) {
				t.Fatalf("accessor %d: element %d at byte %d of a view of %d", index, i, at, len(data))
			}
			rows[i] = append(rows[i], number(a.ComponentType, data[at:]))
		}
	}
	return rows
}

func number(kind gltf.ComponentType, b []byte) float64 {
	switch kind {
	case gltf.ComponentFloat:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case gltf.ComponentShort:
		return max(float64(int16(binary.LittleEndian.Uint16(b)))/math.MaxInt16, -1)
	case gltf.ComponentUshort:
		return float64(binary.LittleEndian.Uint16(b))
	case gltf.ComponentUint:
		return float64(binary.LittleEndian.Uint32(b))
	case gltf.ComponentUbyte:
		return float64(b[0]) / 255
	}
	panic(fmt.Sprintf("component type %v is not written", kind))
}

// player plays the animation of a document.
type player struct {
	doc   *gltf.Document
	times map[property][]float64
	jumps map[property]bool // from key to key
	rows  map[property][][]float64
}

// property is the target of a channel.
type property struct {
	node int
	path gltf.TRSProperty
}

func newPlayer(t *testing.T, doc *gltf.Document) *player {
	t.Helper()
	p := &player{
		doc: doc, times: map[property][]float64{}, jumps: map[property]bool{}, rows: map[property][][]float64{},
	}
	for _, a := range doc.Animations {
		for _, c := range a.Channels {
			s := a.Samplers[c.Sampler]
			key := property{*c.Target.Node, c.Target.Path}
			for _, row := range numbers(t, doc, s.Input) {
				p.times[key] = append(p.times[key], row[0])
			}
			p.jumps[key] = s.Interpolation == gltf.InterpolationStep
			p.rows[key] = numbers(t, doc, s.Output)
		}
	}
	return p
}

// value is a property of a node at a time: its value in the node where it does not move.
func (p *player) value(node int, path gltf.TRSProperty, still []float64, time float64) []float64 {
	key := property{node, path}
	times, rows := p.times[key], p.rows[key]
	if len(times) == 0 {
		return still
	}
	i := sort.Search(len(times), func(k int) bool { return times[k] > time })
	if i == 0 || i == len(times) || p.jumps[key] {
		return rows[max(i-1, 0)]
	}
	u := (time - times[i-1]) / (times[i] - times[i-1])
	f, g := 1-u, u
	if path == gltf.TRSRotation {
		c := 0.0
		for k := range 4 {
			c += rows[i-1][k] * rows[i][k]
		}
		if angle := math.Acos(min(math.Abs(c), 1)); angle > 1e-6 {
			f, g = math.Sin((1-u)*angle)/math.Sin(angle), math.Copysign(math.Sin(u*angle)/math.Sin(angle), c)
		}
	}
	list := make([]float64, len(rows[i]))
	for k := range list {
		list[k] = f*rows[i-1][k] + g*rows[i][k]
	}
	return list
}

// located is where a point of a node is (m).
func located(p, q, scale []float64, x [3]float64) [3]float64 {
	for i := range x {
		x[i] *= scale[i]
	}
	l := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	u, w := [3]float64{q[0] / l, q[1] / l, q[2] / l}, q[3]/l
	cross := func(a, b [3]float64) [3]float64 {
		return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	c := cross(u, x)
	d := cross(u, c)
	for i := range x {
		x[i] += 2*w*c[i] + 2*d[i] + p[i]
	}
	return x
}

// TestPoses: twenty scenes obey the rules of glTF, and every corner of the box around every part of every body is
// where it was at every step within the stated error, and what was not there has no size.
func TestPoses(t *testing.T) {
	for _, name := range sampled {
		t.Run(name, func(t *testing.T) {
			type moment struct {
				time  float32
				poses map[string]vec.Transform
			}
			var film []moment
			steps := 200
			if testing.Short() {
				steps = 60
			}
			take := filmed(t, name, steps, func(w *physics.World, time float32) {
				m := moment{time, map[string]vec.Transform{}}
				for _, b := range w.Bodies(nil) {
					m.poses[fmt.Sprint(b.Index(), "/", b.Generation())] = b.Transform()
				}
				film = append(film, m)
			})
			doc := read(t, take)
			checkRules(t, doc)
			p := newPlayer(t, doc)
			slots := slotsOf(take)
			worst, compared, next := 0.0, 0, 2
			for _, b := range take.bodies {
				parts := moving(b)
				if len(parts) == 0 {
					continue
				}
				at := next
				n := doc.Nodes[at]
				if n.Name != b.name {
					t.Fatalf("node %d is %q, want body %q", at, n.Name, b.name)
				}
				nodes := n.Children
				if len(nodes) == 0 {
					nodes = []int{at}
				}
				next += 1 + len(n.Children)
				for _, m := range film {
					pose, there := m.poses[slots[b]]
					position := p.value(at, gltf.TRSTranslation, n.Translation[:], float64(m.time))
					rotation := p.value(at, gltf.TRSRotation, n.Rotation[:], float64(m.time))
					for k, i := range nodes {
						child := doc.Nodes[i]
						size := p.value(i, gltf.TRSScale, child.Scale[:], float64(m.time))
						if there == (size[0] == 0) {
							t.Fatalf("%s at %g s: there %v, size %v", b.name, m.time, there, size)
						}
						if !there {
							continue
						}
						local := parts[k].node.Local
						box := doc.Accessors[doc.Meshes[*child.Mesh].Primitives[0].Attributes[gltf.POSITION]]
						for corner := range 8 {
							var x [3]float64
							for axis := range x {
								x[axis] = [2][]float64{box.Min, box.Max}[corner>>axis&1][axis]
							}
							inner := located(lists(local.P), listq(local.Q), size, x)
							got := located(position, rotation, ones, inner)
							want := located(lists(pose.P), listq(pose.Q), ones, inner)
							off := math.Hypot(math.Hypot(got[0]-want[0], got[1]-want[1]), got[2]-want[2])
							worst = max(worst, off/b.maxError())
							compared++
						}
					}
				}
			}
			t.Logf("%d corners compared, at worst %.2f of the stated error", compared, worst)
			if worst > 1 || compared < 1000 {
				t.Errorf("%d corners compared, at worst %.2f times the stated error away", compared, worst)
			}
		})
	}
}

var ones = []float64{1, 1, 1}

func lists(v vec.Vec3) []float64 { return []float64{float64(v.X), float64(v.Y), float64(v.Z)} }

func listq(q vec.Quat) []float64 {
	return []float64{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)}
}

// moving are the parts that ride on a body.
func moving(b *body) []*part {
	var list []*part
	for _, p := range b.parts {
		if p.body != nil {
			list = append(list, p)
		}
	}
	return list
}

// slotsOf names the bodies of a take by slot and generation.
func slotsOf(take *Take) map[*body]string {
	list := map[*body]string{}
	for _, b := range take.bodies {
		for _, p := range b.parts {
			list[b] = fmt.Sprint(p.node.Slot, "/", p.node.Gen)
		}
	}
	return list
}

// TestNames: bodies that are called alike are numbered, as meters call them.
func TestNames(t *testing.T) {
	doc := read(t, filmed(t, "driving", 1, func(*physics.World, float32) {}))
	seen := map[string]bool{}
	for _, n := range doc.Scenes[0].Nodes {
		name := doc.Nodes[n].Name
		if name != "" && seen[name] {
			t.Errorf("two nodes are called %q", name)
		}
		seen[name] = true
	}
	if len(seen) < 8 {
		t.Errorf("only %d names: %v", len(seen), seen)
	}
}

// TestScenesShareMeshes: a run with many restarts, of which each begins a scene, keeps the meshes of round things once.
func TestScenesShareMeshes(t *testing.T) {
	take := &Take{}
	once := func() { follow(t, take, "stack10", 1, func(*physics.World, float32) {}) }
	once()
	before := heap()
	for range 20 {
		once()
	}
	if grown := heap() - before; grown > 4<<20 {
		t.Errorf("20 restarts take %d bytes", grown)
	}
	runtime.KeepAlive(take)
}

// heap is the memory that is in use (bytes).
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
