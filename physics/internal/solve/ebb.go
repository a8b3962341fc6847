package solve

// ebbSteps is the number of steps after which memory that was not needed in any of them is given back.
const ebbSteps = 512

// ebb watches how much of an array the steps need.
type ebb struct{ most, steps int }

// note counts a step that needs n elements of an array with room for capacity ones. Every ebbSteps
// steps it compares with the most that one of them needed: if that is less than a quarter, it returns
// the size that the array should get, and true.
func (e *ebb) note(n, capacity int) (int, bool) {
	e.most = max(e.most, n)
	e.steps++
	if e.steps < ebbSteps {
		return 0, false
	}
	most := e.most
	*e = ebb{}
	return most + most/2, capacity > 4*most+Width
}
