package meter

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// WheelQuantities are those of a wheel: of the second body of a wheel joint and of its contacts. Slips are those of
// Pacejka's "Tire and Vehicle Dynamics", chapter 1.
var WheelQuantities = []*Quantity{
	{Name: "load", Unit: "N", Text: "Sum of the normal forces on the wheel.",
		value: func(r *reading, o *object) float64 {
			force, _ := r.between(o.b, physics.Body{})
			return force
		}},
	{Name: "slip",
		Text:  "Speed of the rim over that of the road less one: 0 for rolling, −1 for a locked wheel; no number in the air.",
		value: func(r *reading, o *object) float64 { return r.tyre(o).slip }},
	{Name: "slip_angle", Unit: "rad",
		Text:  "Angle between the plane of the wheel and its velocity over the road; no number in the air.",
		value: func(r *reading, o *object) float64 { return r.tyre(o).angle }},
	{Name: "slip_speed", Unit: "m/s", Text: "Speed at which the tyre slides over the road; no number in the air.",
		value: func(r *reading, o *object) float64 { return r.tyre(o).speed }},
	{Name: "camber", Unit: "rad", Text: "How far the top of the wheel leans away from the first body, against up.",
		value: reads(func(o *object) float64 {
			axle, out := o.axle(), o.b.WorldCenter().Sub(o.a.WorldCenter())
			camber := -math.Asin(max(-1, min(1, float64(axle.Y))))
			if out.Dot(axle) < 0 {
				return -camber
			}
			return camber
		})},
	{Name: "travel", Unit: "m", Text: "Travel of the suspension.",
		value: reads(func(o *object) float64 { return o.coordinate(0) })},
	{Name: "steer", Unit: "rad", Text: "Angle of the steering.",
		value: reads(func(o *object) float64 { return o.coordinate(2) })},
	{Name: "spin", Unit: "rad/s", Text: "Speed of the rotation about the axle.", value: reads(func(o *object) float64 {
		speed := o.joint.At(1).Rate()
		return float64(speed)
	})},
}

func (o *object) coordinate(axis int) float64 {
	value := o.joint.At(axis).Position()
	return float64(value)
}

// axle is the direction of the axle of a wheel.
func (o *object) axle() vec.Vec3 {
	_, frame := o.joint.Frames()
	return frame.Q.Rotate(vec.AxisZ)
}

// tyre is how a wheel slips at the contact with the largest normal impulse; no numbers in the air.
type tyre struct{ slip, angle, speed float64 }

func (r *reading) tyre(o *object) tyre {
	none := math.NaN()
	t := tyre{none, none, none}
	r.ofBody = o.b.Contacts(r.ofBody[:0])
	most := float32(0)
	for i := range r.ofBody {
		k := &r.ofBody[i]
		ground := k.ShapeA.Body()
		if ground == o.b {
			ground = k.ShapeB.Body()
		}
		for _, p := range k.Points[:k.Count] {
			if p.Impulse <= most {
				continue
			}
			most = p.Impulse
			t = o.slips(ground, p.Point, k.Normal)
		}
	}
	return t
}

// slips are those at a point of the ground.
func (o *object) slips(ground physics.Body, point, normal vec.Vec3) tyre {
	axle := o.axle()
	forward := along(normal, axle.Cross(normal)).Norm()
	road := ground.PointVelocity(point)
	hub := along(normal, o.b.LinearVelocity().Sub(road))
	tread := along(normal, o.b.PointVelocity(point).Sub(road))
	ahead, aside := float64(hub.Dot(forward)), float64(hub.Dot(axle))
	// what the tread moves ahead of the hub is the rim backwards
	slide := float64(tread.Dot(forward))
	t := tyre{math.NaN(), math.Atan2(math.Abs(aside), math.Abs(ahead)), float64(tread.Len())}
	if speed := math.Abs(ahead); speed > 0 {
		t.slip = -slide / speed
		if ahead < 0 {
			t.slip = -t.slip
		}
	}
	return t
}
