package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

const (
	coasterCars = 3
	// coasterPitch is the distance (m) between two cars along the track.
	coasterPitch = 1.5
)

// coasterTrack is a closed track with a lift, a loop and a turn, in metres.
func coasterTrack() []vec.Vec3 {
	points := []vec.Vec3{
		vec.V3(-14, 2, 4), vec.V3(-10, 3.5, 4), vec.V3(-5, 9, 4), vec.V3(-1, 11.5, 3.7), vec.V3(2.5, 9.5, 3.2),
		vec.V3(5, 5, 2.7), vec.V3(7.5, 2, 2.2),
	}
	for i := range 9 {
		s, c := vec.SinCos(along(0.45, 5.4/8, i))
		points = append(points, vec.V3(10+float32(3*s), 4.5-float32(3*c), along(1.9, -0.25, i)))
	}
	for i := range 5 {
		s, c := vec.SinCos(along(0.35, 2.5/4, i))
		points = append(points, vec.V3(14+float32(5*s), 2, -4.5+float32(4.5*c)))
	}
	return append(points, vec.V3(10, 2, -9), vec.V3(2, 2.5, -9), vec.V3(-8, 1.5, -8.5), vec.V3(-15, 2, -6),
		vec.V3(-18, 2, -1))
}

var rollerCoaster = Scene{
	Name:     "roller_coaster",
	Category: "joints",
	Text:     "a train on a closed path with a loop: a motor pulls it up the hill, and its weight does the rest",
	View:     View{Target: vec.V3(5, 4.2, -4), Distance: 32, Yaw: 24, Pitch: 16},
	Steps:    3000,
	World:    func(def *physics.WorldDef) { def.Settings.SleepEnabled = false },
	Params: []Param{
		{Key: "lift", Unit: "m/s", Min: 0.5, Max: 10, Default: 3, Text: "speed at which the motor pulls uphill"},
		{Key: "friction", Unit: "N", Min: 0, Max: 500, Default: 20, Text: "friction of each car on the track"},
	},
	Build: func(r *Run) {
		r.ground(40, 30, 0.6)
		track := physics.Path{Points: coasterTrack(), Closed: true, Up: vec.AxisY}
		def := material(0.6)
		def.Density = 400
		for i := range coasterCars {
			body := r.dynamic(at(0, 0, 0), physics.BoxHalf(0.6, 0.3, 0.4), def)
			if r.err != nil {
				return
			}
			d := physics.DefaultPathJointDef()
			d.ConnectPath(physics.Body{}, body, track)
			d.Turn, d.Axis.Friction = physics.PathFollow, r.value("friction")
			d.FrameB.P = vec.V3(0, -0.45, 0)
			j, err := r.World.CreatePathJoint(d)
			if err != nil {
				r.fail(err)
				return
			}
			pose := j.FrameAt(along(2, coasterPitch, i))
			pose.P = pose.Apply(vec.V3(0, 0.45, 0))
			body.SetTransform(pose)
			j.SetFrames(d.FrameA, d.FrameB)
		}
		r.sleepers(r.track(0))
		for i := range coasterCars - 1 {
			d := physics.DefaultDistanceJointDef()
			a, b := r.Bodies[i].Transform(), r.Bodies[i+1].Transform()
			d.ConnectEnds(r.Bodies[i], r.Bodies[i+1], a.Apply(vec.V3(0.6, 0, 0)), b.Apply(vec.V3(-0.6, 0, 0)))
			r.connect(&d)
		}
	},
	Step: func(r *Run, step int) error {
		// the chain of the lift holds the first car as long as it is slow and goes uphill
		first := r.track(coasterCars - 1)
		a, speed := first.Axis(), first.Rate()
		uphill := first.FrameAt(first.Position()).Q.Rotate(vec.AxisX).Y > 0.15
		a.Motor, a.Speed, a.MaxForce = uphill && speed < r.value("lift")+0.2, r.value("lift"), 2e4
		if !a.Motor && speed < 2 {
			// the station pushes a train that would stop
			a.Motor, a.MaxForce = true, 1500
		}
		first.SetAxis(a)
		return nil
	},
	Check: func(r *Run) error {
		joints := r.World.Joints(nil)
		if n := len(joints); n != 2*coasterCars-1 {
			return fmt.Errorf("%d joints", n)
		}
		for i, j := range joints {
			a, b := j.Frames()
			if j.Kind() != physics.KindPath {
				continue
			}
			if gap := a.P.Dist(b.P); !(gap < 0.01) {
				return fmt.Errorf("car %d is %.1f mm off the track", i, 1000*gap)
			}
			if round := a.Q.InvMul(b.Q).Angle(); !(round < 0.03) {
				return fmt.Errorf("car %d is turned by %.3f rad against the track", i, round)
			}
		}
		if lap := r.track(0).Lap(); lap < 1 {
			return fmt.Errorf("the train is on lap %d", lap)
		}
		return nil
	},
}

// sleepers shows the track of a path joint by boards that nothing collides with.
func (r *Run) sleepers(track physics.PathJoint) {
	ghost := material(0.6)
	ghost.Filter.Mask = 0
	n := int(track.Length())
	for i := range n {
		pose := track.FrameAt(along(0, track.Length()/float32(n), i))
		pose.P = pose.Apply(vec.V3(0, -0.08, 0))
		r.static(pose, physics.BoxHalf(0.1, 0.05, 0.5), ghost)
	}
}

// track is the joint of a car with the track.
func (r *Run) track(car int) physics.PathJoint {
	j, _ := physics.JointAs[physics.PathJoint](r.World.Joints(nil)[car])
	return j
}
