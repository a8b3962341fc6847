package stage

import (
	"strconv"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/internal/app/plate"
	"tumble/renderer"
)

// TestLabelsAvoidEachOther asks for labels in a crowd: none covers another, the nearest is written above its point, and
// labels that stand alone are all written.
func TestLabelsAvoidEachOther(t *testing.T) {
	p, atlas := emptyPacket(t)
	camera := renderer.NewCamera()
	eye := p.View.Eye
	// toward is a point in front of the eye, to the right of the middle and above it
	right, up, forward := camera.Axes()
	toward := func(depth, x, y float32) mgl32.Vec3 {
		return eye.Add(forward.Mul(depth)).Add(right.Mul(x * depth)).Add(up.Mul(y * depth))
	}
	if d := toward(1, 0, 0).Sub(camera.State().Pivot).Len(); d > camera.State().Distance {
		toward = func(depth, x, y float32) mgl32.Vec3 {
			return eye.Sub(forward.Mul(depth)).Add(right.Mul(x * depth)).Add(up.Mul(y * depth))
		}
	}
	l := labels{atlas: atlas}
	l.begin()
	write := func(at mgl32.Vec3, text string) {
		from := len(l.text)
		l.text = append(l.text, text...)
		l.add(eye, at, from, plate.Text)
	}
	for i := range 60 {
		write(toward(5+0.01*float32(i), 0.002*float32(i%8), 0.002*float32(i/8)), "crowd "+strconv.Itoa(i))
	}
	write(toward(20, 0.25, 0.25), "alone")
	write(toward(labelDistance+5, -0.25, 0.2), "too far")
	l.number(eye, toward(6, -0.25, -0.2), -0.2, 0, "°", plate.Text)
	if got := string(l.text[l.list[len(l.list)-1].from:]); got != "0°" {
		t.Errorf("an angle of -0.2 degrees is written %q", got)
	}
	l.draw(&engine.Frame{Packet: p, Scale: 1})
	for i, a := range l.taken {
		for _, b := range l.taken[:i] {
			if a.meets(b) {
				t.Fatalf("labels at %v and %v", a, b)
			}
		}
	}
	if n := len(l.taken); n < 5 || n > 40 {
		t.Errorf("%d labels of 62 found a place", n)
	}
	x, y, _, _ := p.View.Project(toward(5, 0, 0), 800, 600)
	if first := l.taken[0]; first.x0 > x || first.x1 < x || first.y1 > y || first.y1 < y-20 {
		t.Errorf("the nearest label is at %v, its point at %.0f,%.0f", first, x, y)
	}
}
