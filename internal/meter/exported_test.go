package meter

import (
	"math"
	"path/filepath"
	"testing"

	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// v3 is a vector in double precision.
type v3 [3]float64

func (a v3) add(b v3) v3      { return v3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a v3) mul(s float64) v3 { return v3{a[0] * s, a[1] * s, a[2] * s} }
func (a v3) dot(b v3) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a v3) len() float64     { return math.Sqrt(a.dot(a)) }
func (a v3) cross(b v3) v3 {
	return v3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func double(v vec.Vec3) v3       { return v3{float64(v.X), float64(v.Y), float64(v.Z)} }
func (m m3) times(v v3) (out v3) { return v3{m[0].dot(v), m[1].dot(v), m[2].dot(v)} }
func (m m3) transposed() (out m3) {
	return m3{{m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]}, {m[0][2], m[1][2], m[2][2]}}
}
func (m m3) rotated(local m3) (out m3) {
	for i := range 3 {
		var unit v3
		unit[i] = 1
		column := m.times(local.times(m.transposed().times(unit)))
		for k := range 3 {
			out[k][i] = column[k]
		}
	}
	return out
}

// m3 is a matrix by its rows.
type m3 [3]v3

// matrix is a rotation as a matrix, in double precision.
func matrix(q vec.Quat) m3 {
	x, y, z, w := float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)
	n := x*x + y*y + z*z + w*w
	s := 2 / n
	return m3{
		{1 - s*(y*y+z*z), s * (x*y - z*w), s * (x*z + y*w)},
		{s * (x*y + z*w), 1 - s*(x*x+z*z), s * (y*z - x*w)},
		{s * (x*z - y*w), s * (y*z + x*w), 1 - s*(x*x+y*y)},
	}
}

// exported writes the world of a run to a file and reads that: the state as any program gets it.
func exported(t *testing.T, r *scenes.Run) *physics.World {
	t.Helper()
	path := filepath.Join(t.TempDir(), "state.gltf")
	if err := openscene.Save(path, r, 100, r.Scene.View); err != nil {
		t.Fatal(err)
	}
	file, err := openscene.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	scene := file.Scene()
	again, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.World.Close)
	return again.World
}

// momentOfInertia is the inertia of a body in the frame of the world.
func momentOfInertia(b physics.Body) m3 {
	i := b.Inertia()
	local := m3{
		{float64(i.XX), float64(i.XY), float64(i.XZ)}, {float64(i.XY), float64(i.YY), float64(i.YZ)},
		{float64(i.XZ), float64(i.YZ), float64(i.ZZ)},
	}
	return matrix(b.Rotation()).rotated(local)
}

// independent computes the meters of bodies and joints of a world from its poses, velocities and masses.
func independent(w *physics.World) map[string]float64 {
	out := map[string]float64{"height.max": math.Inf(-1)}
	var linear, angular v3
	g := double(w.Gravity())
	for _, b := range w.Bodies(nil) {
		v, omega := double(b.LinearVelocity()), double(b.AngularVelocity())
		if b.Type() != physics.Static {
			out["bodies.count"]++
			if b.Awake() {
				out["bodies.awake"]++
				out["speed.max"] = math.Max(out["speed.max"], v.len())
				out["speed.rotation"] = math.Max(out["speed.rotation"], omega.len())
			}
		}
		if b.Type() != physics.Dynamic {
			continue
		}
		m := float64(b.Mass())
		x := double(b.Position()).add(matrix(b.Rotation()).times(double(b.LocalCenter())))
		spin := momentOfInertia(b).times(omega)
		out["energy.kinetic"] += m * v.dot(v) / 2
		out["energy.rotation"] += omega.dot(spin) / 2
		out["energy.potential"] -= m * float64(b.GravityScale()) * g.dot(x)
		linear, angular = linear.add(v.mul(m)), angular.add(x.cross(v).mul(m)).add(spin)
		out["height.max"] = math.Max(out["height.max"], x[1])
	}
	out["energy.total"] = out["energy.kinetic"] + out["energy.rotation"] + out["energy.potential"]
	out["momentum.linear"], out["momentum.angular"] = linear.len(), angular.len()
	out["bodies.asleep"] = out["bodies.count"] - out["bodies.awake"]
	for _, j := range w.Joints(nil) {
		switch j.Kind() {
		case physics.KindBall, physics.KindHinge, physics.KindFixed:
		default:
			continue
		}
		a, b := j.Bodies()
		fa, fb := j.LocalFrames()
		gap := anchorOf(a, fa.P).add(anchorOf(b, fb.P).mul(-1)).len()
		out["joint.error"] = math.Max(out["joint.error"], gap)
	}
	return out
}

// anchorOf is a point of a body, or of the world, in the frame of the world.
func anchorOf(b physics.Body, local vec.Vec3) v3 {
	if !b.Valid() {
		return double(local)
	}
	return double(b.Position()).add(matrix(b.Rotation()).times(double(local)))
}

// TestMetersAgreeWithExportedStates compares the meters of ten scenes with computations in double precision from the
// states that the scenes export: 1e-5 relative, and where lengths are small differences of coordinates, the resolution
// of those.
func TestMetersAgreeWithExportedStates(t *testing.T) {
	checked := map[string]int{}
	for _, name := range []string{
		"box", "pyramid36", "card_house", "crane", "tumbler", "bowling", "gears", "rope_bridge", "arch", "mixed_rain",
	} {
		steps := 40
		if name == "box" {
			// until it sleeps
			steps = 300
		}
		r := run(t, name, steps)
		got, want := measured(t, r.World), independent(exported(t, r))
		for key, value := range want {
			tolerance := 1e-9
			switch key {
			case "joint.error":
				// anchors are single precision numbers of some ten metres
				tolerance = 4e-6
			case "momentum.angular", "momentum.linear":
				// what cancels leaves the rounding of the parts
				tolerance = 1e-6 * math.Sqrt(2*want["energy.kinetic"]*1000)
			}
			if d := math.Abs(got[key] - value); !(d <= 1e-5*math.Abs(value)+tolerance) {
				t.Errorf("%s: %s is %g, want %g", name, key, got[key], value)
			}
			if value != 0 {
				checked[key]++
			}
		}
	}
	for _, key := range []string{"energy.rotation", "momentum.angular", "joint.error", "bodies.asleep"} {
		if checked[key] == 0 {
			t.Errorf("no scene has %s", key)
		}
	}
}

// TestContactMetersAgree compares the meters of contacts with counts over the lists of contacts of two steps.
func TestContactMetersAgree(t *testing.T) {
	type key struct{ a, b int }
	for _, name := range []string{
		"box", "pyramid36", "card_house", "crane", "tumbler", "bowling", "gears", "rope_bridge", "arch", "mixed_rain",
	} {
		r := run(t, name, 60)
		all, _ := Parse("all")
		s := NewSet(all)
		impulses := func() map[key]float64 {
			list := map[key]float64{}
			for _, c := range r.World.Contacts(nil) {
				k := key{c.ShapeA.Index(), c.ShapeB.Index()}
				list[k] += 0
				for _, p := range c.Points[:c.Count] {
					list[k] += float64(p.Impulse)
				}
			}
			return list
		}
		s.Measure(r.World, Moment{}, nil)
		before := impulses()
		for range 6 {
			if err := r.Advance(0); err != nil {
				t.Fatal(err)
			}
			got := map[string]float64{}
			for i, v := range s.Measure(r.World, Moment{}, nil) {
				got[all[i].Key] = v
			}
			want := map[string]float64{}
			overlaps, overlap := 0.0, 0.0
			for _, c := range r.World.Contacts(nil) {
				want["contact.count"]++
				want["contact.points"] += float64(c.Count)
				for _, p := range c.Points[:c.Count] {
					want["contact.impulse"] = math.Max(want["contact.impulse"], float64(p.Impulse))
					if d := -float64(p.Separation); d > 0 {
						overlaps, overlap = overlaps+1, overlap+d
						want["penetration.max"] = math.Max(want["penetration.max"], d)
					}
				}
			}
			want["penetration.mean"] = overlap / math.Max(overlaps, 1)
			now := impulses()
			for k, v := range now {
				if old, ok := before[k]; ok {
					want["contact.noise"] = math.Max(want["contact.noise"], math.Abs(v-old))
				} else {
					want["contact.flicker"]++
				}
			}
			for k := range before {
				if _, ok := now[k]; !ok {
					want["contact.flicker"]++
				}
			}
			before = now
			for key, value := range want {
				// the noise is a difference of impulses in single precision
				if d := math.Abs(got[key] - value); d > 1e-5*value+1e-5*want["contact.impulse"]*float64(
					b2i(key == "contact.noise")) {
					t.Errorf("%s: %s is %g, want %g", name, key, got[key], value)
				}
			}
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
