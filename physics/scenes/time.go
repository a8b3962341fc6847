package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The scenes of the category "time" show what the length of a step does. The solver hides most of it, so
// two of them move their bodies with integrators of their own, as a first physics program would.

// floating makes a body that only the scene moves: no gravity, no collision, no sleep.
func (r *Run) floating(pose physics.Transform, g physics.Geometry) {
	def := bodyAt(physics.Dynamic, pose)
	def.GravityScale, def.LinearDamping, def.AngularDamping = 0, 0, 0
	def.AllowSleep = false
	b := r.body(def)
	ghost := material(0.5)
	ghost.Filter.Mask = 0
	r.attach(b, g, ghost)
}

// springHang is the height (m) at which the springs rest.
const springHang = 5

// eulerSpring moves equal masses on equal springs by three methods. Explicit Euler adds the velocity before
// it changes it, and multiplies the energy by 1 + (ω·h)² in every step of length h; semi-implicit Euler, which changes
// the velocity first, keeps it bounded for ω·h < 2.
var eulerSpring = Scene{
	Name:     "euler_spring",
	Category: "time",
	Text:     "three equal springs: explicit Euler in coarse steps explodes, in fine ones it only gains, semi-implicit Euler holds",
	View:     View{Target: vec.V3(0, springHang, 0), Distance: 16, Yaw: 0, Pitch: 5},
	Steps:    500,
	Params: []Param{
		{Key: "frequency", Unit: "Hz", Min: 0.1, Max: 2, Default: 0.5, Text: "oscillations a second"},
		{Key: "amplitude", Unit: "m", Min: 0.1, Max: 3, Default: 0.5, Text: "distance from rest at the start"},
		{Key: "coarse", Min: 2, Max: 50, Default: 8, Whole: true,
			Text: "steps of the world that the coarse spring takes as one"},
	},
	Build: func(r *Run) {
		r.ground(10, 10, 0.6)
		for i := range 3 {
			x := centred(i, 3, 2.5)
			r.static(at(x, springHang+4, 0), physics.BoxHalf(0.5, 0.1, 0.5), material(0.5))
			r.floating(at(x, springHang-r.value("amplitude"), 0), physics.Sphere{Radius: 0.3})
		}
	},
	Step: func(r *Run, step int) error {
		if n := r.count("coarse"); step%n == 0 {
			r.explicitSpring(r.Bodies[0], step, float32(r.dt*float32(n)))
		}
		r.explicitSpring(r.Bodies[1], step, r.dt)
		b := r.Bodies[2]
		x, v := b.Position().Y-springHang, b.LinearVelocity().Y
		b.SetLinearVelocity(vec.V3(0, v-float32(float32(springStiffness(r)*x)*r.dt), 0))
		return nil
	},
	Check: func(r *Run) error {
		n := r.count("coarse")
		coarse, fine, held := springSwing(r, 0), springSwing(r, 1), springSwing(r, 2)
		if want := springGrowth(r, float32(r.dt*float32(n)), (r.StepCount-1)/n); vec.Abs(coarse/want-1) > 0.15 {
			return fmt.Errorf("the coarse spring swings %.2f times as far as at the start, its method makes it %.2f",
				coarse, want)
		}
		if want := springGrowth(r, r.dt, r.StepCount-1); vec.Abs(fine/want-1) > 0.05 {
			return fmt.Errorf("the fine spring swings %.2f times as far as at the start, its method makes it %.2f",
				fine, want)
		}
		if held < 0.95 || held > 1.05 {
			return fmt.Errorf("the semi-implicit spring swings %.2f times as far as at the start", held)
		}
		return nil
	},
}

// springLimit is the highest speed (m/s) of the springs: those that explode stay in the world.
const springLimit = 60

// springStiffness is ω² (1/s²).
func springStiffness(r *Run) float32 {
	omega := float32(2 * vec.Pi * r.value("frequency"))
	return float32(omega * omega)
}

// explicitSpring takes one step of explicit Euler: the world moves the body by the old velocity, and the
// velocity follows from where the body was before that. Both are in the body, so that a restored
// world goes on alike.
func (r *Run) explicitSpring(b physics.Body, step int, h float32) {
	v := b.LinearVelocity().Y
	before := b.Position().Y - springHang - float32(v*h)
	if step == 0 {
		// the first step moves by the velocity at the start
		return
	}
	v = vec.Clamp(v-float32(float32(springStiffness(r)*before)*h), -springLimit, springLimit)
	b.SetLinearVelocity(vec.V3(0, v, 0))
}

// springSwing is how far a spring swings with the energy it has, over how far it did at the start.
func springSwing(r *Run, i int) float32 {
	b := r.Bodies[i]
	x, v := b.Position().Y-springHang, b.LinearVelocity().Y
	return vec.Sqrt(float32(x*x)+float32(v*v)/springStiffness(r)) / r.value("amplitude")
}

// springGrowth is the growth of the amplitude in n steps of explicit Euler of length h: √(1 + ω²h²) each.
func springGrowth(r *Run, h float32, n int) float32 {
	factor := vec.Sqrt(1 + float32(float32(springStiffness(r)*h)*h))
	growth := float32(1)
	for range n {
		growth = float32(growth * factor)
	}
	return growth
}

// restingBall puts a ball on a table by the method of a first physics program beside one of the solver's.
// The first never comes to rest: the gravity of a whole step is turned round at the table again and
// again, and what remains is a hop that grows with the square of the step.
var restingBall = Scene{
	Name:     "resting_ball",
	Category: "time",
	Text:     "balls on a table: those that are turned round by hand hop, higher the longer their steps are; the solver's lies still",
	View:     View{Target: vec.V3(0, 1.1, 0), Distance: 4, Yaw: 10, Pitch: 10},
	Steps:    400,
	Settle:   250,
	Params: []Param{
		{Key: "coarse", Min: 2, Max: 30, Default: 7, Whole: true,
			Text: "steps of the world that the coarse ball takes as one"},
		{Key: "bounce", Min: 0, Max: 0.9, Default: 0.5, Text: "part of the speed that is kept when it is turned round"},
	},
	Build: func(r *Run) {
		r.ground(10, 10, 0.6)
		r.static(at(0, 0.5, 0), physics.BoxHalf(2, 0.5, 1), material(0.6))
		for i := range 2 {
			r.floating(at(centred(i, 3, 1), tableTop+ballRadius-0.0001, 0), physics.Sphere{Radius: ballRadius})
		}
		r.dynamic(at(1, tableTop+ballRadius, 0), physics.Sphere{Radius: ballRadius}, material(0.6))
	},
	Step: func(r *Run, step int) error {
		if n := r.count("coarse"); step%n == 0 {
			r.bounceByHand(r.Bodies[0], float32(r.dt*float32(n)))
		}
		r.bounceByHand(r.Bodies[1], r.dt)
		return nil
	},
	Check: func(r *Run) error {
		if d := vec.Abs(r.Bodies[2].Position().Y - tableTop - ballRadius); d > 2*physics.LinearSlop {
			return fmt.Errorf("the ball of the solver is %.2f mm away from the table", 1000*d)
		}
		if moved := r.Bodies[2].Transform().P.Dist(r.Base[2].P); moved > 0.001 {
			return fmt.Errorf("the ball of the solver moved by %.2f mm", 1000*moved)
		}
		h := r.dt
		for i := 1; i >= 0; i-- {
			hop := vec.Abs(r.Bodies[i].Position().Y - tableTop - ballRadius)
			if most := float32(float32(hopLimit*h) * h); hop > most {
				return fmt.Errorf("ball %d by hand is %.1f mm off the table, more than the %.1f mm of its steps", i,
					1000*hop, 1000*most)
			}
			h = float32(r.dt * float32(r.count("coarse")))
		}
		return nil
	},
}

const (
	tableTop   = 1
	ballRadius = 0.25
	// hopLimit times the square of a step is the rest of gravity (m/s²)
	hopLimit = 60
)

// bounceByHand gives the ball of an explicit method the velocity of its next step: it falls, and where it is
// below the table it is turned round.
func (r *Run) bounceByHand(b physics.Body, h float32) {
	v := b.LinearVelocity().Y - float32(9.81*h)
	if b.Position().Y < tableTop+ballRadius && v < 0 {
		v = -float32(r.value("bounce") * v)
	}
	b.SetLinearVelocity(vec.V3(0, v, 0))
}

// stall is to be watched through a stall of two seconds: a loop that skips nothing lets every puff of smoke
// out in its place, one that clamps goes on where it was.
var stall = Scene{
	Name:     "stall",
	Category: "time",
	Text:     "smoke rises in even puffs and a boulder bounces between walls: what a stall of two seconds skips can be seen",
	View:     View{Target: vec.V3(0, 3, 0), Distance: 16, Yaw: 10, Pitch: 10},
	Steps:    600,
	Params: []Param{
		{Key: "interval", Unit: "s", Min: 0.01, Max: 1, Default: 0.1, Text: "time from puff to puff"},
		{Key: "rise", Unit: "m/s", Min: 0.2, Max: 5, Default: 1, Text: "speed of the smoke"},
		{Key: "speed", Unit: "m/s", Min: 0, Max: 30, Default: 12, Text: "speed of the boulder"},
	},
	Build: func(r *Run) {
		r.ground(10, 10, 0.6)
		for side := float32(-1); side <= 1; side += 2 {
			r.static(at(float32(6*side), 2, 3), physics.BoxHalf(0.5, 2, 2), elastic())
		}
		rock := elastic()
		rock.Density = 2500
		def := bodyAt(physics.Dynamic, at(0, 0.8, 3))
		def.LinearVelocity = vec.V3(r.value("speed"), 0, 0)
		r.attach(r.body(def), physics.Sphere{Radius: 0.8}, rock)
		r.static(at(-3, 0.25, -1), physics.BoxHalf(0.4, 0.25, 0.4), material(0.6))
	},
	Step: emit,
	Check: func(r *Run) error {
		alive := puffs(r)
		interval := r.value("interval")
		want := int(min(float32(r.StepCount-1)*r.dt/interval+1, smokeLife/interval))
		if alive < want-1 || alive > want+1 {
			return fmt.Errorf("%d puffs in the air, want %d", alive, want)
		}
		if gap := puffGap(r); gap > 0.02 {
			return fmt.Errorf("the smoke has a hole: distances of neighbours differ by %.1f %%", 100*gap)
		}
		return nil
	},
}

// elastic is a surface that gives back most of a blow and does not hold.
func elastic() physics.ShapeDef {
	def := material(0)
	def.Material.Restitution = 0.95
	return def
}

// puffName marks the bodies of the smoke.
const puffName = "puff"

// emit lets a puff out whenever the last one is an interval old, however long the steps are, where it would be by now,
// and takes away those that are old. It finds them in the world, so that a restored world goes on alike.
func emit(r *Run, _ int) error {
	gap := float32(r.value("rise") * r.value("interval"))
	for {
		height, any := lowestPuff(r)
		due := height - gap
		// the heights of puffs are sums of steps: a thousandth of a step is rounding
		rounding := float32(0.001 * r.value("rise") * r.dt)
		switch {
		case !any || vec.Abs(due-emitterTop) < rounding:
			due = emitterTop
		case due < emitterTop:
			return nil
		}
		if err := r.puff(due); err != nil {
			return err
		}
	}
}

// lowestPuff is the height of the newest puff (m), if there is one.
func lowestPuff(r *Run) (height float32, any bool) {
	for i := range r.World.BodyCapacity() {
		if b, ok := r.World.BodyAt(i); ok && b.Name() == puffName && (!any || b.Position().Y < height) {
			height, any = b.Position().Y, true
		}
	}
	return height, any
}

// puff makes a puff at a height (m) and takes the old ones away.
func (r *Run) puff(height float32) error {
	oldest := emitterTop + float32(r.value("rise")*smokeLife) - float32(0.5*r.value("rise")*r.dt)
	for i := range r.World.BodyCapacity() {
		if b, ok := r.World.BodyAt(i); ok && b.Name() == puffName && b.Position().Y > oldest {
			b.Destroy()
		}
	}
	def := bodyAt(physics.Dynamic, at(-3, height, -1))
	def.LinearVelocity = vec.V3(0, r.value("rise"), 0)
	def.GravityScale, def.LinearDamping, def.AllowSleep = 0, 0, false
	def.Name = puffName
	b, err := r.World.CreateBody(def)
	if err != nil {
		return err
	}
	ghost := material(0.5)
	ghost.Filter.Mask, ghost.Density = 0, 10
	_, err = b.CreateShape(physics.Sphere{Radius: 0.12}, ghost)
	return err
}

// emitterTop is the height (m) at which smoke begins.
const emitterTop = 0.6

// smokeLife is the time (s) until a puff is gone.
const smokeLife = 4

// puffs counts the smoke in the air.
func puffs(r *Run) int {
	n := 0
	for i := range r.World.BodyCapacity() {
		if b, ok := r.World.BodyAt(i); ok && b.Name() == puffName {
			n++
		}
	}
	return n
}

// puffGap is how much the largest and the smallest distance of neighbouring puffs differ, over
// their mean.
func puffGap(r *Run) float32 {
	var heights []float32
	for i := range r.World.BodyCapacity() {
		if b, ok := r.World.BodyAt(i); ok && b.Name() == puffName {
			heights = append(heights, b.Position().Y)
		}
	}
	if len(heights) < 3 {
		return 0
	}
	sortFloats(heights)
	low, high := heights[1]-heights[0], heights[1]-heights[0]
	for i := 2; i < len(heights); i++ {
		d := heights[i] - heights[i-1]
		low, high = vec.Min(low, d), vec.Max(high, d)
	}
	return (high - low) / ((heights[len(heights)-1] - heights[0]) / float32(len(heights)-1))
}

// sortFloats sorts by insertion: there are few, and they are nearly in order.
func sortFloats(list []float32) {
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && list[k] < list[k-1]; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}
