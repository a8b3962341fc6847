package contact

import "tumble/physics/internal/solve/kernel"

// shrinkPolicy watches how much of an array the steps need.
type shrinkPolicy struct{ most, steps int }

// note counts a step that needs n elements of an array with room for capacity ones. Every ShrinkSteps
// steps it compares with the most that one of them needed: if that is less than a quarter, it returns
// the size that the array should get, and true.
func (p *shrinkPolicy) note(n, capacity int) (int, bool) {
	p.most = max(p.most, n)
	p.steps++
	if p.steps < ShrinkSteps {
		return 0, false
	}
	most := p.most
	*p = shrinkPolicy{}
	return most + most/2, capacity > max(4*most+kernel.Width, ShrinkFloor)
}
