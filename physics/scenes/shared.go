package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/rigs"
	"tumble/physics/vec"
)

// The pitch of the football scene (m): half its length and width, the height and half the thickness of its boards,
// and half the width of a goal.
const (
	pitchX, pitchZ = 30, 18
	boardHeight    = 1.5
	boardHalf      = 0.5
	goalHalf       = 5
	footballRadius = 1.1
)

// football is a scene for two players. A car that nobody drives plays by itself.
var football = Scene{
	Name:     "football",
	Category: "rigs",
	Text:     "two cars push a ball into goals; a car that nobody drives plays by itself",
	Controls: []Control{
		{Name: "steer", Text: "left, right"},
		{Name: "pedals", Text: "throttle; brake, then back"},
	},
	Players: 2,
	View:    View{Target: vec.V3(0, 0, 0), Distance: 48, Yaw: 0, Pitch: 38},
	Steps:   2000,
	Build: func(r *Run) {
		r.ground(pitchX+4, pitchZ+2, 0.9)
		buildBoards(r)
		for i := range 2 {
			def := rigs.DefaultVehicleDef()
			def.Pose = at(centred(i, 2, 36), 0.75, centred(i, 2, 6))
			def.Pose.Q = rotatedBy(vec.AxisY, float32(i)*vec.Pi)
			if r.addCar(def) == nil {
				return
			}
		}
		surface := material(0.5)
		surface.Density, surface.Material.Restitution, surface.Material.RollingResistance = 30, 0.6, 0.02
		r.dynamic(at(0, footballRadius, 0), physics.Sphere{Radius: footballRadius}, surface)
	},
	Step: func(r *Run, step int) error {
		ball := r.Bodies[len(r.Bodies)-1]
		for i, car := range r.Vehicles {
			if !r.taken[i] {
				chase(car, ball.Position(), step+150*i)
			} else {
				r.drive(car, i)
			}
			car.Update()
		}
		// a goal, or a ball over the boards: the next kick-off
		if p := ball.Position(); vec.Abs(p.X) > pitchX+footballRadius || vec.Abs(p.Z) > pitchZ+footballRadius {
			ball.SetTransform(at(0, footballRadius, 0))
			ball.SetLinearVelocity(vec.Vec3{})
			ball.SetAngularVelocity(vec.Vec3{})
		}
		return nil
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			p := b.Position()
			if vec.Abs(p.X) > pitchX+4 || vec.Abs(p.Z) > pitchZ+2 || p.Y < 0 || p.Y > 6 {
				return fmt.Errorf("body %d has left the pitch: (%.2f, %.2f, %.2f) m", i, p.X, p.Y, p.Z)
			}
		}
		if moved := r.Bodies[0].Position().Dist(r.Start[0].P); moved < 0.5 {
			return fmt.Errorf("the first car stands where it began, %.2f m off", moved)
		}
		return nil
	},
}

// buildBoards puts boards round the pitch, with a pocket at each end as the goal.
func buildBoards(r *Run) {
	surface := material(0.2)
	surface.Material.Restitution = 0.4
	board := func(x, z, halfX, halfZ float32) {
		r.static(at(x, boardHeight/2, z), physics.BoxHalf(halfX, boardHeight/2, halfZ), surface)
	}
	const post = (pitchZ - goalHalf) / 2.0
	for _, side := range [2]float32{-1, 1} {
		board(0, float32(side*(pitchZ+boardHalf)), pitchX+boardHalf, boardHalf)
		board(float32(side*(pitchX+3)), 0, boardHalf, goalHalf+boardHalf)
		for _, half := range [2]float32{-1, 1} {
			board(float32(side*(pitchX+boardHalf)), float32(half*(goalHalf+post)), boardHalf, post)
			board(float32(side*(pitchX+1.75)), float32(half*(goalHalf+boardHalf)), 1.25, boardHalf)
		}
	}
}

// chase drives a car at a point, and back for a while now and then, so that no car stays at the boards.
func chase(car *rigs.Vehicle, to vec.Vec3, step int) {
	if step%500 < 80 {
		car.Drive(-1, 0, 0)
		return
	}
	local := car.Chassis.Transform().InvApply(to)
	// the angle to the left of the car, whose left is −z
	angle := vec.Atan2(-local.Z, local.X)
	throttle := vec.Clamp(float32(0.2*(9-car.Speed())), -1, 1)
	car.Drive(throttle, 0, vec.Clamp(float32(1.5*angle), -1, 1))
}

// The shared tower: its storeys, the radius of a player's ball (m) and the force by which it is pushed (N).
const (
	towerStoreys = 6
	pusherRadius = 0.6
	pusherForce  = 2500
)

// sharedTower is a scene for two players.
var sharedTower = Scene{
	Name:     "shared_tower",
	Category: "structures",
	Text:     "two players roll heavy balls at one tower, each with two axes",
	Controls: []Control{
		{Name: "across", Text: "left, right"},
		{Name: "along", Text: "away, nearer"},
	},
	Players: 2,
	View:    View{Target: vec.V3(0, 2, 0), Distance: 20, Yaw: 0, Pitch: 25},
	Steps:   600,
	Settle:  100,
	Build: func(r *Run) {
		r.ground(12, 12, 0.7)
		for _, side := range [2]float32{-1, 1} {
			r.static(at(float32(side*12), 0.5, 0), physics.BoxHalf(0.5, 1, 12), material(0.4))
			r.static(at(0, 0.5, float32(side*12)), physics.BoxHalf(12, 1, 0.5), material(0.4))
		}
		surface := material(0.5)
		surface.Density = 1500
		for i := range 2 {
			r.dynamic(at(centred(i, 2, 8), pusherRadius, 4), physics.Sphere{Radius: pusherRadius}, surface)
		}
		buildTower(r)
	},
	Step: func(r *Run, _ int) error {
		for i := range 2 {
			if x, z := r.PlayerControl(i, 0), r.PlayerControl(i, 1); x != 0 || z != 0 {
				r.Bodies[i].ApplyForceToCenter(vec.V3(float32(-pusherForce*x), 0, float32(-pusherForce*z)))
			}
		}
		return nil
	},
	Check: func(r *Run) error { return checkStill(r, 0.05, 0.05) },
}

// buildTower stacks storeys of two walls and a slab, each rotated by a quarter against the one below.
func buildTower(r *Run) {
	surface := material(0.6)
	surface.Density = 300
	for k := range towerStoreys {
		y := along(0, 0.9, k)
		rotation := vec.QuatIdentity
		if k%2 == 1 {
			rotation = rotatedBy(vec.AxisY, vec.Pi/2)
		}
		for i := range 2 {
			p := rotation.Rotate(vec.V3(0, 0, centred(i, 2, 1.2)))
			p.Y += y + 0.35
			r.dynamic(physics.Transform{P: p, Q: rotation}, physics.BoxHalf(0.8, 0.35, 0.2), surface)
		}
		r.dynamic(physics.Transform{P: vec.V3(0, y+0.8, 0), Q: rotation}, physics.BoxHalf(0.9, 0.1, 0.9), surface)
	}
}
