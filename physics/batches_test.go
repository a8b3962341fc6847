package physics

import (
	"slices"
	"testing"
	"tumble/physics/internal/broadphase"
)

// addField builds pyramids side by side on one floor, and between them what parts leave out: a figure
// on joints, a cluster on a mesh of triangles, boxes on a moving slab.
func addField(t *testing.T, w *World, side int) {
	for row := range side {
		for column := range side {
			x, z := 8*float32(column), 8*float32(row)
			material := DefaultShapeDef()
			material.Material.Restitution = 0.05 * float32(row)
			material.Material.RollingResistance = 0.02 * float32(column)
			for level := range 5 {
				for i := range 5 - level {
					p := V3(x+1.02*float32(i)+0.51*float32(level), 0.6+1.02*float32(level), z)
					if (row+column+level)%4 == 0 {
						addBodyDef(t, w, Dynamic, p, QuatIdentity, Sphere{Radius: 0.5}, material)
					} else {
						addBodyDef(t, w, Dynamic, p, QuatIdentity, BoxHalf(0.5, 0.5, 0.4), material)
					}
				}
			}
		}
	}
	slab := addBody(t, w, Kinematic, V3(-20, 1, 0), BoxHalf(3, 0.5, 3))
	slab.SetLinearVelocity(V3(0.3, 0, 0.1))
	slab.SetAngularVelocity(V3(0, 0.5, 0))
	for i := range 6 {
		addBody(t, w, Dynamic, V3(-20+float32(i%3), 2+1.1*float32(i/3), 0), BoxHalf(0.5, 0.5, 0.5))
	}
	for i := range 5 {
		// a lone body that falls
		addBody(t, w, Dynamic, V3(-40, 30+3*float32(i), 0), BoxHalf(0.5, 0.5, 0.5))
	}
	previous := addBody(t, w, Dynamic, V3(-30, 6, 0), Sphere{Radius: 0.3})
	for i := range 6 {
		next := addBody(t, w, Dynamic, V3(-30+0.8*float32(i+1), 6, 0), Sphere{Radius: 0.3})
		def := DefaultBallJointDef()
		def.BodyA, def.BodyB = previous, next
		def.FrameA.P, def.FrameB.P = V3(0.4, 0, 0), V3(-0.4, 0, 0)
		if _, err := w.CreateBallJoint(def); err != nil {
			t.Fatal(err)
		}
		previous = next
	}
}

// TestBatchesGiveTheSameBits: a world whose islands are solved part by part takes the same course as
// one that is solved colour by colour as a whole.
func TestBatchesGiveTheSameBits(t *testing.T) {
	var worlds [3]*World
	for i := range worlds {
		worlds[i] = newTestWorld(t, func(d *WorldDef) { d.Workers = []int{1, 2, 1}[i] })
		addFloor(t, worlds[i])
		addField(t, worlds[i], 11)
	}
	worlds[2].step.Whole = true
	batches := 0
	for step := range unlessRaced(120, 40) {
		for _, w := range worlds {
			run(t, w, 1.0/testRate)
		}
		batches = max(batches, worlds[0].step.Solver.IslandBatchCount())
		if n := worlds[2].step.Solver.IslandBatchCount(); n != 0 {
			t.Fatalf("step %d: %d parts in the world that is solved as a whole", step, n)
		}
		for i, w := range worlds[:2] {
			if a, b := w.Hash(), worlds[2].Hash(); a != b {
				t.Fatalf("step %d, %d workers: hash %x in %d parts, %x as a whole", step, i+1, a,
					w.step.Solver.IslandBatchCount(), b)
			}
		}
	}
	if batches < 8 {
		t.Errorf("at most %d parts", batches)
	}
}

// addCrawlers lets bodies with six limbs each fall on the floor and on a ridge of triangles: limbs of two pieces on
// ball joints and hinges of all sorts. Some hang on the world, on a moving slab, or on the one made before.
func addCrawlers(t *testing.T, w *World, count int) {
	var def MeshDef
	for i := range uint32(41) {
		def.Vertices = append(def.Vertices, V3(2*float32(i)-2, float32(i%2), -4), V3(2*float32(i)-2, float32(i%2), 80))
		if i > 0 {
			def.Indices = append(def.Indices, 2*i-2, 2*i-1, 2*i, 2*i, 2*i-1, 2*i+1)
		}
	}
	mesh, err := NewMesh(def)
	if err != nil {
		t.Fatal(err)
	}
	addBody(t, w, Static, V3(0, 0, 0), mesh)
	slab := addBody(t, w, Kinematic, V3(-20, 4, 0), BoxHalf(1, 0.5, 1))
	slab.SetLinearVelocity(V3(0.3, 0, 0.1))
	var before Body
	for i := range count {
		at := V3(3*float32(i%12), 4+0.3*float32(i%5), 2.5*float32(i/12))
		trunk := addBody(t, w, Dynamic, at, BoxHalf(0.4, 0.2, 0.2))
		for k := range 6 {
			side, along := float32(2*(k%2)-1), 0.3*float32(k/2-1)
			thigh := addBody(t, w, Dynamic, at.Add(V3(along, 0, 0.5*side)), Capsule{A: V3(0, 0, -0.2), B: V3(0, 0, 0.2),
				Radius: 0.08})
			shin := addBody(t, w, Dynamic, at.Add(V3(along, -0.1, 0.95*side)),
				Capsule{A: V3(0, 0, -0.18), B: V3(0, 0, 0.18), Radius: 0.06})
			hip := DefaultBallJointDef()
			hip.Connect(trunk, thigh, Transform{P: at.Add(V3(along, 0, 0.25*side)), Q: QuatIdentity})
			if i%3 > 0 {
				hip.Cone = JointAxis{Limited: true, Upper: 0.4}
				hip.Drive = JointDrive{Hertz: 1, DampingRatio: 0.7, MaxMotor: 3}
			}
			if i%2 > 0 {
				hip.Twist = JointAxis{Limited: true, Lower: -0.2, Upper: 0.3}
			}
			knee := DefaultHingeJointDef()
			knee.Connect(thigh, shin, Transform{P: at.Add(V3(along, -0.05, 0.75*side)), Q: QuatIdentity})
			knee.Axis = JointAxis{Limited: i%4 > 0, Lower: -0.1, Upper: 0.8, Friction: float32(i % 3)}
			if _, err := w.CreateBallJoint(hip); err != nil {
				t.Fatal(err)
			}
			if _, err := w.CreateHingeJoint(knee); err != nil {
				t.Fatal(err)
			}
		}
		rope := DefaultDistanceJointDef()
		switch {
		case i%9 == 4:
			rope.ConnectEnds(before, trunk, before.Position(), at)
		case i%9 == 7:
			rope.ConnectEnds(Body{}, trunk, at.Add(V3(0, 3, 0)), at)
		case i%17 == 11:
			rope.ConnectEnds(slab, trunk, slab.Position(), at)
		}
		if rope.BodyB != (Body{}) {
			if _, err := w.CreateDistanceJoint(rope); err != nil {
				t.Fatal(err)
			}
		}
		before = trunk
	}
}

// TestDeepBatchesGiveTheSameBits: so does one of islands with uneven deep overlaps, whose contacts are relaxed twice.
func TestDeepBatchesGiveTheSameBits(t *testing.T) {
	var worlds [3]*World
	for i := range worlds {
		w := newTestWorld(t, func(d *WorldDef) { d.Workers = []int{1, 2, 1}[i] })
		addFloor(t, w)
		for k := range 120 {
			x, z := 4*float32(k%12), 4*float32(k/12)
			addBody(t, w, Dynamic, V3(x, 0.5, z), BoxHalf(0.5, 0.5, 0.5))
			for n := range 1 + k%3 {
				addBody(t, w, Dynamic, V3(x+0.2*float32(n), 0.7, z+0.01*float32(k)),
					Sphere{Radius: 0.1 + 0.05*float32(n)})
			}
			addBody(t, w, Dynamic, V3(x+0.9, 0.4, z), BoxHalf(0.4, 0.4, 0.4))
		}
		worlds[i] = w
	}
	worlds[2].step.Whole = true
	batches := 0
	for step := range unlessRaced(60, 20) {
		for _, w := range worlds {
			run(t, w, 1.0/testRate)
		}
		batches = max(batches, worlds[0].step.Solver.IslandBatchCount())
		for i, w := range worlds[:2] {
			if a, b := w.Hash(), worlds[2].Hash(); a != b {
				t.Fatalf("step %d, %d workers: hash %x in parts, %x as a whole", step, i+1, a, b)
			}
		}
	}
	if batches == 0 {
		t.Error("nothing was solved in parts")
	}
}

// TestBatchesWithJointsGiveTheSameBits is TestBatchesGiveTheSameBits for figures on joints that are solved one by one.
func TestBatchesWithJointsGiveTheSameBits(t *testing.T) {
	var worlds [3]*World
	for i := range worlds {
		worlds[i] = newTestWorld(t, func(d *WorldDef) {
			d.Workers = []int{1, 2, 1}[i]
			d.Settings.DirectJoints = false
		})
		addFloor(t, worlds[i])
		addCrawlers(t, worlds[i], 150)
	}
	worlds[2].step.Whole = true
	batches, chunks := 0, 0
	for step := range unlessRaced(150, 40) {
		for _, w := range worlds {
			run(t, w, 1.0/testRate)
		}
		s := &worlds[0].step.Solver
		batches, chunks = max(batches, s.IslandBatchCount()), max(chunks, s.IslandBatchChunks())
		for i, w := range worlds[:2] {
			if a, b := w.Hash(), worlds[2].Hash(); a != b {
				t.Fatalf("step %d, %d workers: hash %x in %d parts, %x as a whole", step, i+1, a,
					w.step.Solver.IslandBatchCount(), b)
			}
		}
	}
	if batches < 4 || chunks < 8 {
		t.Errorf("at most %d parts with %d chunks of joints", batches, chunks)
	}
}

// TestBatchesFindTheSamePairs compares the pairs of shapes that ask the trees together with those that each finds for
// itself.
func TestBatchesFindTheSamePairs(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	addCrawlers(t, w, 120)
	batches, pairs := 0, 0
	for range 60 {
		run(t, w, 1.0/testRate)
		if len(w.broad.Moved) == 0 {
			continue
		}
		find := func(begin, end int) []broadphase.Pair {
			w.broad.BeginFind(1, 1)
			w.broad.FindRange(0, 0, begin, end)
			found, _, _ := w.broad.Found(0)
			return slices.Clone(found)
		}
		w.broad.NextChunk(0)
		together := find(0, len(w.broad.Moved))
		var each []broadphase.Pair
		for i := range w.broad.Moved {
			each = append(each, find(i, i+1)...)
			if batch, _ := w.broad.BatchOf(w.broad.Moved[i:]); len(batch) > 1 {
				batches++
			}
		}
		if !slices.Equal(together, each) {
			t.Fatalf("%d pairs together, %d one by one", len(together), len(each))
		}
		pairs += len(each)
	}
	if batches < 10 || pairs < 50 {
		t.Errorf("only %d batches and %d pairs", batches, pairs)
	}
}
