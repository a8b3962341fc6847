//go:build cgo

package gl

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// TestOutlineBounds holds that no point of an instance that is on the screen lies outside of the
// rectangle in which the outline is drawn.
func TestOutlineBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	unit := func() mgl32.Vec3 {
		return mgl32.Vec3{rng.Float32() - 0.5, rng.Float32() - 0.5, rng.Float32() - 0.5}.Normalize()
	}
	for range 2000 {
		view := mgl32.LookAtV(unit().Mul(10), unit().Mul(3), mgl32.Vec3{0, 1, 0})
		viewProj := mgl32.Perspective(1, 1.6, 0.1, 100).Mul4(view)
		q := mgl32.QuatRotate(rng.Float32()*6, unit())
		in := instance(rng.Float32()*8-4, rng.Float32()*8-4, rng.Float32()*8-4, q, 0.1+rng.Float32(), 0.1+rng.Float32(),
			0.1+rng.Float32(), 0)
		in.Stretch = rng.Float32()
		var b bounds
		pane := mgl32.Vec4{1, 1, 0, 0}
		if rng.IntN(2) == 0 {
			pane = mgl32.Vec4{0.25, 0.8, 0.5*rng.Float32() - 0.25, 0.1}
		}
		b.includeInstance(&viewProj, pane, &in, 1.5)
		area := b.pixels(640, 400, 0)
		for range 50 {
			p := unit().Mul(1.5)
			p[1] += in.Stretch * float32(rng.IntN(3)-1)
			world := mgl32.Vec4{
				in.XX*p[0] + in.XY*p[1] + in.XZ*p[2] + in.XT, in.YX*p[0] + in.YY*p[1] + in.YZ*p[2] + in.YT,
				in.ZX*p[0] + in.ZY*p[1] + in.ZZ*p[2] + in.ZT, 1,
			}
			c := viewProj.Mul4x1(world)
			if c[3] <= 0.1 {
				continue
			}
			x, y := (c[0]/c[3]*pane[0]+pane[2]+1)/2*640, (1-c[1]/c[3]*pane[1]-pane[3])/2*400
			if x < 0 || x > 640 || y < 0 || y > 400 {
				continue
			}
			if x < float32(area.X0) || x > float32(area.X1) || y < float32(area.Y0) || y > float32(area.Y1) {
				t.Fatalf("pixel %v,%v of the instance is outside of %v", x, y, area)
			}
		}
	}
}
