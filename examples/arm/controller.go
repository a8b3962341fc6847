package main

import (
	"io/fs"
	"math"

	"tumble/physics"
	"tumble/physics/chain"
	"tumble/scene"
	"tumble/scene/model"
)

const (
	rate   = 1000 // steps and commands a second
	radius = 0.12 // m, of the circle
)

// servo is a joint of the arm with its gains: kp (N·m/rad), kd (N·m·s/rad) and its largest torque (N·m).
type servo struct {
	name        string
	kp, kd, max float32
}

var servos = []servo{
	{"pan", 4000, 200, 150}, {"shoulder", 6000, 300, 150}, {"elbow", 3000, 120, 150},
	{"wrist_pitch", 400, 15, 28}, {"wrist_roll", 100, 4, 28},
}

// arm is the robot with its controller.
type arm struct {
	world  *physics.World
	robot  *model.Built
	chain  *chain.Chain
	center physics.Vec3
	angles []float32

	steps   int
	largest float64
	squares float64
}

// open reads the robot, bends it to a pose from which it can move, and gives its joints their servos.
func open(files fs.FS, name string) (*arm, error) {
	m, err := scene.OpenFS(files, name, scene.Options{})
	if err != nil {
		return nil, err
	}
	world, err := physics.NewWorld(m.WorldDef())
	if err != nil {
		return nil, err
	}
	robot, err := m.Build(world)
	if err != nil {
		return nil, err
	}
	a := &arm{world: world, robot: robot}
	var list []physics.Coordinate
	for _, s := range servos {
		c, err := robot.Coordinate(s.name)
		if err != nil {
			return nil, err
		}
		if err := c.SetDrive(s.kp, s.kd, s.max); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	tool, err := robot.Site("tool")
	if err != nil {
		return nil, err
	}
	hand, err := robot.Body("hand")
	if err != nil {
		return nil, err
	}
	if a.chain, err = chain.New(hand.Transform().InvMul(tool), list...); err != nil {
		return nil, err
	}
	a.center = tool.P.Add(physics.V3(0.3, -0.35, 0))
	a.angles, err = a.chain.Reach(a.at(0), []float32{0.1, 0.6, 0.8, 0.3, 0})
	return a, err
}

// at is the point of the circle for an angle (rad): it stands upright across the arm.
func (a *arm) at(angle float64) physics.Vec3 {
	return a.center.Add(physics.V3(0, float32(radius*math.Cos(angle)), float32(radius*math.Sin(angle))))
}

// draw goes to the circle in a second, waits for half of one and goes round.
func (a *arm) draw(rounds, period float64) error {
	began, goal := a.chain.Positions(), a.angles
	a.angles = began
	for i := range rate + rate/2 {
		share := 0.5 - 0.5*math.Cos(math.Pi*math.Min(float64(i)/rate, 1))
		next := make([]float32, len(goal))
		for k := range next {
			next[k] = began[k] + float32(share)*(goal[k]-began[k])
		}
		if err := a.command(next); err != nil {
			return err
		}
	}
	total := int(rounds * period * rate)
	for i := range total {
		angle := 2 * math.Pi * float64(i+1) / (period * rate)
		next, err := a.chain.Reach(a.at(angle), a.angles)
		if err != nil {
			return err
		}
		if err := a.command(next); err != nil {
			return err
		}
		tool, err := a.robot.Site("tool")
		if err != nil {
			return err
		}
		d := float64(tool.P.Dist(a.at(angle)))
		a.steps, a.largest, a.squares = a.steps+1, math.Max(a.largest, d), a.squares+d*d
	}
	return nil
}

// command sends angles to the servos, with the rates that lead there and the torques that the weight takes, and steps
// the world.
func (a *arm) command(next []float32) error {
	weight := a.chain.Gravity()
	for i, c := range a.chain.Coordinates() {
		if err := c.SetTarget(next[i], (next[i]-a.angles[i])*rate); err != nil {
			return err
		}
		if err := c.ApplyForce(weight[i]); err != nil {
			return err
		}
	}
	a.angles = next
	return a.world.Step(1.0 / rate)
}

// rms is the root of the mean square of the distance from the circle (m).
func (a *arm) rms() float64 { return math.Sqrt(a.squares / float64(max(a.steps, 1))) }
