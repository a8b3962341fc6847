package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// checkFinite holds for every scene: no pose and no velocity is infinite or NaN.
func checkFinite(r *Run) error {
	for i, b := range r.Bodies {
		if !b.Transform().IsValid() || !b.LinearVelocity().IsFinite() || !b.AngularVelocity().IsFinite() {
			return fmt.Errorf("body %d is at %v with velocity %v", i, b.Transform(), b.LinearVelocity())
		}
	}
	return nil
}

// largestShift returns the largest horizontal distance (m) that a body moved since Base.
func largestShift(r *Run) float32 {
	worst := float32(0)
	for i, b := range r.Bodies {
		d := b.Transform().P.Sub(r.Base[i].P)
		d.Y = 0
		worst = vec.Max(worst, d.Len())
	}
	return worst
}

// sunk returns the largest distance (m) that a body came down since it was built.
func sunk(r *Run) float32 {
	worst := float32(0)
	for i, b := range r.Bodies {
		worst = vec.Max(worst, r.Start[i].P.Y-b.Transform().P.Y)
	}
	return worst
}

// checkStill holds when no body slid further than shiftLimit (m) since Base nor sank by
// more than sinkLimit (m) since it was built.
func checkStill(r *Run, shiftLimit, sinkLimit float32) error {
	if d := largestShift(r); !(d <= shiftLimit) {
		return fmt.Errorf("a body drifted %.2f mm, more than %.2f mm", 1000*d, 1000*shiftLimit)
	}
	if d := sunk(r); !(d <= sinkLimit) {
		return fmt.Errorf("a body sank %.2f mm, more than %.2f mm", 1000*d, 1000*sinkLimit)
	}
	return nil
}

// tilt returns the angle (rad) between the upward axis of a body as built and as it is now.
func tilt(r *Run, i int) float32 {
	up := r.Start[i].Q.InvRotate(vec.AxisY)
	return vec.Acos(r.Bodies[i].Transform().Q.Rotate(up).Y)
}

// countTilted returns how many bodies lean by more than the angle (rad).
func countTilted(r *Run, angle float32) int {
	n := 0
	for i := range r.Bodies {
		if tilt(r, i) > angle {
			n++
		}
	}
	return n
}

// checkInside holds when every centre of mass lies in the box.
func checkInside(r *Run, box physics.AABB) error {
	for i, b := range r.Bodies {
		p := b.WorldCenter()
		if !box.Contains(physics.AABB{Min: p, Max: p}) {
			return fmt.Errorf("body %d is at %v, outside %v", i, p, box)
		}
	}
	return nil
}

// kineticEnergy returns the kinetic energy of the moving bodies in joules.
func kineticEnergy(r *Run) float32 {
	sum := float32(0)
	for _, b := range r.Bodies {
		v, w := b.LinearVelocity(), b.AngularVelocity()
		local := b.Transform().Q.InvRotate(w)
		sum += float32(0.5*float32(b.Mass()*v.Len2())) + float32(0.5*local.Dot(b.Inertia().MulVec(local)))
	}
	return sum
}
