package solve

// ebbSteps is the number of steps after which memory that was not needed in any of them is given back.
const ebbSteps = 512

// ebbFloor is the number of elements that are kept in any case: what falls asleep and is woken again, a pyramid of
// a thousand boxes too, must not allocate each time. Of blocks it is some megabytes.
const ebbFloor = 1024

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
	return most + most/2, capacity > max(4*most+Width, ebbFloor)
}
