package renderer

import (
	"math"
	"math/rand"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func randomView(rng *rand.Rand) View {
	c := NewCamera()
	c.FovY = 0.3 + rng.Float32()*1.5
	c.Set(CameraState{
		Pivot: mgl32.Vec3{rng.Float32()*100 - 50, rng.Float32() * 20, rng.Float32()*100 - 50},
		Yaw:   rng.Float32() * 7, Pitch: rng.Float32()*3 - 1.5, Distance: 0.1 + rng.Float32()*60,
	}, true)
	return c.View(100+rng.Intn(2000), 100+rng.Intn(2000))
}

// visible decides in double precision whether a point is in the view.
func visible(v *View, p [3]float64) bool {
	var clip [4]float64
	var eye [4]float64
	for r := range 4 {
		eye[r] = float64(v.View[r])*p[0] + float64(v.View[4+r])*p[1] + float64(v.View[8+r])*p[2] + float64(v.View[12+r])
	}
	for r := range 4 {
		for k := range 4 {
			clip[r] += float64(v.Proj[4*k+r]) * eye[k]
		}
	}
	w := clip[3]
	return w > 0 && math.Abs(clip[0]) <= w && math.Abs(clip[1]) <= w && math.Abs(clip[2]) <= w
}

// TestNothingVisibleIsCulled tries points of bodies: if one of them is visible, the
// body must not be culled. And culling must be worth it: most bodies far outside go.
func TestNothingVisibleIsCulled(t *testing.T) {
	rng := rand.New(rand.NewSource(11))
	culled, outside, seen := 0, 0, 0
	for view := range 10_000 {
		v := randomView(rng)
		f := v.Frustum()
		for range 6 {
			x, y, z := rng.Float64()*200-100, rng.Float64()*40-10, rng.Float64()*200-100
			h := [3]float64{rng.Float64() * 3, rng.Float64() * 3, rng.Float64() * 3}
			r := math.Sqrt(h[0]*h[0] + h[1]*h[1] + h[2]*h[2])
			box := f.SeesBox(float32(x), float32(y), float32(z), float32(h[0]), float32(h[1]), float32(h[2]))
			sphere := f.SeesSphere(float32(x), float32(y), float32(z), float32(r))
			any := false
			for k := range 27 {
				p := [3]float64{x + h[0]*float64(k%3-1), y + h[1]*float64(k/3%3-1), z + h[2]*float64(k/9-1)}
				any = any || visible(&v, p)
			}
			if any && (!box || !sphere) {
				t.Fatalf(
					"view %d: the box at %.3f %.3f %.3f with half extents %.3f is visible and culled (box %v, "+
						"sphere %v)",
					view, x, y, z, h, !box, !sphere)
			}
			if any {
				seen++
			} else {
				outside++
				if !box {
					culled++
				}
			}
		}
	}
	if seen < 1000 || float64(culled) < 0.9*float64(outside) {
		t.Errorf("%d boxes visible; %d of %d outside culled", seen, culled, outside)
	}
}

// TestNoShadowIsCulled: where the shadow of a sphere meets a visible point, it must not be culled.
func TestNoShadowIsCulled(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	met, culled := 0, 0
	for view := range 5000 {
		v := randomView(rng)
		f := v.Frustum()
		sun := mgl32.Vec3{rng.Float32() - 0.5, 0.2 + rng.Float32(), rng.Float32() - 0.5}.Normalize()
		for range 20 {
			x, y, z := rng.Float32()*200-100, rng.Float32()*60, rng.Float32()*200-100
			sees := f.SeesShadow(x, y, z, 1, sun[0], sun[1], sun[2])
			if !sees {
				culled++
			}
			for d := float32(0); d < 80; d += 2 {
				if visible(&v, [3]float64{float64(x - sun[0]*d), float64(y - sun[1]*d), float64(z - sun[2]*d)}) {
					met++
					if !sees {
						t.Fatalf("view %d: the shadow of the sphere at %v %v %v is visible and culled", view, x, y, z)
					}
					break
				}
			}
		}
	}
	if met < 1000 || culled < 10_000 {
		t.Errorf("%d shadows visible, %d culled", met, culled)
	}
}

// TestShadowCoversTheView: every visible point within the shadow distance lies inside of the
// cascade that serves its distance, and so does what is between it and the sun.
func TestShadowCoversTheView(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	checked := 0
	for view := range 2000 {
		v := randomView(rng)
		sun := mgl32.Vec3{rng.Float32() - 0.5, 0.1 + rng.Float32(), rng.Float32() - 0.5}.Normalize()
		fit := ShadowFit{Cascades: 1 + rng.Intn(4), Distance: 60, CasterCentre: mgl32.Vec3{0, 20, 0}, CasterRadius: 150}
		fit.Fit(&v, sun)
		last := v.Shadow.Cascade[v.Shadow.Cascades-1].Far
		if abs(last-min(60, v.Far)) > 0.01 {
			t.Fatalf("view %d: the last cascade ends at %v m", view, last)
		}
		for range 40 {
			ndc := mgl32.Vec4{rng.Float32()*2 - 1, rng.Float32()*2 - 1, rng.Float32()*2 - 1, 1}
			q := v.Inverse.Mul4x1(ndc)
			// a point on the ray of the pixel at a random distance
			dir := q.Vec3().Mul(1 / q[3]).Sub(v.Eye).Normalize()
			forward := mgl32.Vec3{-v.View[2], -v.View[6], -v.View[10]}
			depth := v.Near + rng.Float32()*(last-v.Near)
			p := v.Eye.Add(dir.Mul(depth / dir.Dot(forward)))
			for i := range v.Shadow.Cascades {
				c := &v.Shadow.Cascade[i]
				if depth > c.Far {
					continue
				}
				s := c.ViewProj.Mul4x1(p.Vec4(1))
				if abs(s[0]) > 1 || abs(s[1]) > 1 || abs(s[2]) > 1.0001 {
					t.Fatalf("view %d: a point at %v m is outside of cascade %d: %v", view, depth, i, s)
				}
				// a caster towards the sun, within the bounds of casters
				up := p.Add(sun.Mul(30))
				if up.Sub(fit.CasterCentre).Len() < fit.CasterRadius {
					if s := c.ViewProj.Mul4x1(up.Vec4(1)); s[2] < -1.0001 {
						t.Fatalf("view %d: a caster above is outside of cascade %d: %v", view, i, s)
					}
				}
				checked++
				break
			}
		}
	}
	if checked < 70_000 {
		t.Errorf("%d points checked", checked)
	}
}

// TestShadowIsStable: when the camera turns and moves, a fixed point stays at the same place
// within its texel.
func TestShadowIsStable(t *testing.T) {
	c := NewCamera()
	c.Smoothing = 0
	sun := DefaultEnvironment().SunDirection
	var first [MaxCascades][2]float64
	var texel [MaxCascades]float32
	for k := range 200 {
		c.Orbit(0.013, 0.001)
		c.Fly(0.3, 0, 0.7)
		c.Advance(0.004)
		v := c.View(1280, 720)
		ShadowFit{Cascades: 3, Size: 1024, CasterRadius: 100}.Fit(&v, sun)
		for i := range 3 {
			s := v.Shadow.Cascade[i]
			p := s.ViewProj.Mul4x1(mgl32.Vec4{1.3, 0.7, -0.4, 1})
			u, w := float64(p[0])*512, float64(p[1])*512
			u, w = u-math.Floor(u), w-math.Floor(w)
			if k == 0 {
				first[i], texel[i] = [2]float64{u, w}, s.Texel
				continue
			}
			if s.Texel != texel[i] {
				t.Fatalf("frame %d: the texel of cascade %d changes from %v to %v", k, i, texel[i], s.Texel)
			}
			for _, d := range []float64{u - first[i][0], w - first[i][1]} {
				if d = math.Abs(d); math.Min(d, 1-d) > 0.02 {
					t.Fatalf("frame %d: cascade %d moves by %v texels", k, i, d)
				}
			}
		}
	}
}

// TestWideHoldsEveryRotation: what is visible after a turn within the bound, to any side, is inside of the wide
// frustum; and that is not all of the world.
func TestWideHoldsEveryRotation(t *testing.T) {
	const angle = 0.12
	rng := rand.New(rand.NewSource(23))
	seen, outside := 0, 0
	for view := range 10_000 {
		c := NewCamera()
		c.FovY = 0.3 + rng.Float32()
		c.Set(CameraState{
			Pivot: mgl32.Vec3{rng.Float32()*100 - 50, rng.Float32() * 20, rng.Float32()*100 - 50},
			Yaw:   rng.Float32() * 7, Pitch: rng.Float32()*2.6 - 1.3, Distance: 0.1 + rng.Float32()*60,
		}, true)
		w, h := 400+rng.Intn(1500), 300+rng.Intn(900)
		before := c.View(w, h)
		wide := before.Wide(angle)
		_, _, forward := c.Axes()
		c.Look((2*rng.Float32()-1)*2*angle, (2*rng.Float32()-1)*angle)
		after := c.View(w, h)
		if !before.RotatedWithin(&after, angle) {
			continue
		}
		for range 12 {
			// points near the edge of the new picture are the ones at risk
			x, y := rng.Float32()*2-1, rng.Float32()*2-1
			if rng.Intn(2) == 0 {
				x = float32(math.Copysign(0.999, float64(x)))
			} else {
				y = float32(math.Copysign(0.999, float64(y)))
			}
			far := after.Inverse.Mul4x1(mgl32.Vec4{x, y, 0.99, 1})
			p := far.Vec3().Mul(1 / far[3])
			d := p.Sub(after.Eye)
			p = after.Eye.Add(d.Mul((after.Near*1.1 + rng.Float32()*60) / d.Len()))
			if !visible(&after, [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}) {
				continue
			}
			seen++
			if !wide.SeesSphere(p[0], p[1], p[2], 1e-3) {
				t.Fatalf("view %d: %v is seen after the turn and culled before it", view, p)
			}
			q := before.Eye.Sub(forward.Mul(1 + rng.Float32()*30))
			if !wide.SeesSphere(q[0], q[1], q[2], 0.01) {
				outside++
			}
		}
	}
	if seen < 20_000 || outside < 10_000 {
		t.Errorf("%d points seen, %d behind the eye culled", seen, outside)
	}
}

// Asking many spheres says the same as asking one after the other, also beside the planes, and of any number of them.
func TestCullerAgainstFrustum(t *testing.T) {
	rng := rand.New(rand.NewSource(12))
	seen, asked := 0, 0
	for range 2000 {
		v := randomView(rng)
		f := v.Frustum()
		pad := rng.Float32() * float32(rng.Intn(2))
		list := make([]Sphere, rng.Intn(23))
		got := make([]uint8, len(list))
		for i := range list {
			x, y, z, r := rng.Float32()*200-100, rng.Float32()*40-10, rng.Float32()*200-100, rng.Float32()*3
			if d := f.Top.Distance(x, y, z); d < 0 && rng.Intn(2) == 0 {
				r = -d // it touches the plane but for the rounding
			}
			if rng.Intn(20) == 0 {
				r = -r // not drawn
			}
			list[i], got[i] = Sphere{x, y, z, r}, uint8(rng.Intn(256))
		}
		c := f.NewCuller(pad)
		c.See(list, got)
		sx, sy, sz := 200*rng.Float32()-100, 200*rng.Float32(), 200*rng.Float32()-100
		shadows, shadowed := f.NewShadowCuller(pad, sx, sy, sz), make([]uint8, len(list))
		shadows.See(list, shadowed)
		for i, s := range list {
			drawn := s.Radius >= 0
			want := drawn && f.SeesSphere(s.X, s.Y, s.Z, s.Radius+pad)
			if (got[i] != 0) != want {
				t.Fatalf("sphere %d of %d, %+v with %v: seen %v, want %v", i, len(list), s, pad, got[i], want)
			}
			if shadow := drawn && f.SeesShadow(s.X, s.Y, s.Z, s.Radius+pad, sx, sy, sz); (shadowed[i] != 0) != shadow {
				t.Fatalf("sphere %d of %d, %+v with %v: shadow seen %v, want %v", i, len(list), s, pad, shadowed[i],
					shadow)
			}
			asked++
			if want {
				seen++
			}
		}
	}
	if seen < asked/20 || seen > asked*19/20 {
		t.Errorf("%d of %d spheres are seen: no test", seen, asked)
	}
}
