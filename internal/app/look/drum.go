package look

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// drumFloor (m) is the height of the ground below the drum of the tumbler: the box clears it on its corners.
const drumFloor = -5.2

// drum is the turning box of the tumbler: boards outside, dark paint inside, on a stand that holds it from behind.
func drum(l *Look) {
	l.backdrop(0x5687a0, 8, 46)
	l.level, l.sunk = drumFloor, true
	l.size = 0.5
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		if b.Type() != physics.Kinematic {
			return nil, false
		}
		var list []Part
		for _, g := range shapesOf(b) {
			c := Coat{renderer.Hex(0xc4935a), boards(2.5)}
			if plate, ok := g.(physics.Box); ok && plate.Half.X > 5 && plate.Half.Y > 5 {
				c = Coat{renderer.Hex(0x2f5068), plaster(3)}
			}
			list = append(list, solid(g, c))
		}
		return append(list, drumStand(b.Position(), b.Rotation().Rotate(vec.AxisZ))...), true
	}
	l.coat = func(l *Look, b physics.Body, g physics.Geometry) (Coat, bool) {
		return l.moving(scattered(l.palette, b.Index()), g), true
	}
}

// drumStand is a motor on four legs behind a drum that turns around an axis, and a frame on the ground.
func drumStand(center, axis vec.Vec3) []Part {
	frame, steel := Coat{renderer.Hex(0xd0603c), plain(0.45)}, Coat{silver, metal(0.3)}
	behind := func(t float32) vec.Vec3 { return center.Sub(axis.Mul(t)) }
	foot := func(x, z float32) vec.Vec3 { return vec.V3(x, drumFloor+0.3, z) }
	top := behind(5.3)
	list := []Part{
		rod(behind(3.9), behind(4.9), 0.55, steel), rod(behind(4.4), behind(6.2), 1.1, frame),
		rod(behind(6.2), behind(7.4), 0.8, Coat{graphite, plain(0.6)}),
		rod(foot(-6.5, 3), foot(6.5, 3), 0.3, frame), rod(foot(-6.5, -8), foot(6.5, -8), 0.3, frame),
	}
	for x := float32(-6.5); x <= 6.5; x += 13 {
		list = append(list, rod(foot(x, 3), foot(x, -8), 0.3, frame))
		for _, z := range [2]float32{3, -8} {
			p := foot(x, z)
			list = append(list, rod(top, p, 0.28, frame), rod(p.Sub(vec.V3(0, 0.3, 0)), p.Add(vec.V3(0, 0.35, 0)), 0.55,
				Coat{graphite, plain(0.6)}))
		}
	}
	for i := range list {
		list[i].Fixed = true
	}
	return list
}
