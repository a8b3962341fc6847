package physics

import (
	"fmt"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// checkGraphRecords looks at the joints of the graph.
func (s *simulation) checkGraphRecords() error {
	for color := int32(0); color < solve.ColorCount; color++ {
		for place, index := range s.graph.Joints(color) {
			if uint(index) >= uint(len(s.joints)) {
				return fmt.Errorf("graph: colour %d: joint %d", color, index)
			}
			if j := &s.joints[index]; !j.alive() || j.color != color || j.place != int32(place) {
				return fmt.Errorf("graph: colour %d, place %d: joint %d says colour %d, place %d", color, place, index,
					j.color, j.place)
			}
		}
	}
	return nil
}

func (s *simulation) checkJointRecords() error {
	edges := 2 * len(s.joints)
	for i := range s.joints {
		j := &s.joints[i]
		if !j.alive() {
			continue
		}
		row := &s.rows[i]
		if !inRange(j.bodyA, len(s.bodies)) || uint(j.bodyB) >= uint(len(s.bodies)) || j.bodyA == j.bodyB ||
			j.bodyA != none && !s.bodies[j.bodyA].alive() || !s.bodies[j.bodyB].alive() ||
			row.BodyA != j.bodyA || row.BodyB != j.bodyB {
			return fmt.Errorf("joint %d: bodies %d and %d, its row has %d and %d", i, j.bodyA, j.bodyB, row.BodyA, row.BodyB)
		}
		if j.kind >= jointKindCount || row.Kind != solve.JointKind(j.kind) || row.Locked >= 1<<6 {
			return fmt.Errorf("joint %d: kind %d, its row has %d, locked %x", i, j.kind, row.Kind, row.Locked)
		}
		for side := range j.edges {
			if !inRange(j.edges[side].prev, edges) || !inRange(j.edges[side].next, edges) {
				return fmt.Errorf("joint %d: edge %d: %+v", i, side, j.edges[side])
			}
		}
		if !inRange(j.color, solve.ColorCount) ||
			j.color != none && uint(j.place) >= uint(len(s.graph.Joints(j.color))) {
			return fmt.Errorf("joint %d: colour %d, place %d", i, j.color, j.place)
		}
		if !(row.FrameA.Q.IsUnit() && row.FrameB.Q.IsUnit()) {
			return fmt.Errorf("joint %d: frames %v and %v", i, row.FrameA, row.FrameB)
		}
		if !boundedRow(row) {
			return fmt.Errorf("joint %d: frames or impulses are huge: %+v", i, *row)
		}
	}
	for _, i := range s.freeJoints {
		if s.joints[i].alive() {
			return fmt.Errorf("joint %d is free and alive", i)
		}
	}
	return s.checkPaths()
}

// boundedRow reports whether what a step of a joint starts from is so small that nothing becomes infinite by it.
func boundedRow(row *solve.Joint) bool {
	ok := validVector(row.FrameA.P, maxAnchor) && validVector(row.FrameB.P, maxAnchor) && vec.Abs(row.Phase) <= maxKept
	for _, d := range [...]*solve.Drive{&row.Linear, &row.Angular} {
		ok = ok && validVector(d.SpringImpulse, maxKept) && validVector(d.MotorImpulse, maxKept)
	}
	for _, x := range row.Held {
		ok = ok && vec.Abs(x) <= maxKept
	}
	for i := range row.Axes {
		a := &row.Axes[i]
		ok = ok && vec.Abs(a.SpringImpulse) <= maxKept && vec.Abs(a.MotorImpulse) <= maxKept &&
			vec.Abs(a.LowerImpulse) <= maxKept && vec.Abs(a.UpperImpulse) <= maxKept
	}
	return ok
}

// checkPaths refuses paths that share knots, and knots that belong to none or do not follow one
// another.
func (s *simulation) checkPaths() error {
	used := make([]bool, len(s.knots))
	left := len(used)
	for i := range s.joints {
		row := &s.rows[i]
		if !s.joints[i].alive() || s.joints[i].kind != PathJoint {
			continue
		}
		if min(row.PathBegin, row.PathEnd) < 0 || row.PathEnd-row.PathBegin < 2 || int(row.PathEnd) > len(used) ||
			row.Turn < solve.PathFree || row.Turn > solve.PathFollow {
			return fmt.Errorf("joint %d: knots %d to %d of %d, turn %d", i, row.PathBegin, row.PathEnd, len(used), row.Turn)
		}
		for k := row.PathBegin; k < row.PathEnd; k++ {
			knot := &s.knots[k]
			if used[k] || k > row.PathBegin && !(knot.S > s.knots[k-1].S) || !validVector(knot.P, maxKept) ||
				!validVector(knot.In, 2) || !validVector(knot.Out, 2) || !validVector(knot.Up, 2) {
				return fmt.Errorf("joint %d: knot %d: %+v", i, k, *knot)
			}
			used[k] = true
			left--
		}
	}
	if left != 0 {
		return fmt.Errorf("%d of %d knots belong to no path", left, len(used))
	}
	return nil
}

func (s *simulation) checkIslandRecords() error {
	for i := range s.islands {
		is := &s.islands[i]
		if !is.alive {
			continue
		}
		if uint(is.first) >= uint(len(s.bodies)) || uint(is.last) >= uint(len(s.bodies)) ||
			!inRange(is.awakeSlot, len(s.awakeIslands)) || is.removed < 0 {
			return fmt.Errorf("island %d: %+v", i, *is)
		}
	}
	for _, i := range s.freeIslands {
		if s.islands[i].alive {
			return fmt.Errorf("island %d is free and alive", i)
		}
	}
	for slot, i := range s.awakeIslands {
		if is := &s.islands[i]; !is.alive || is.awakeSlot != int32(slot) {
			return fmt.Errorf("awake islands: %d at %d, which says %d", i, slot, is.awakeSlot)
		}
	}
	return nil
}

func (s *simulation) checkSensorRecords() error {
	for _, i := range s.sensors {
		if !s.shapes[i].alive() || !s.shapes[i].sensor {
			return fmt.Errorf("shape %d is listed as a sensor", i)
		}
	}
	sensors := 0
	for i := range s.shapes {
		if s.shapes[i].alive() && s.shapes[i].sensor {
			sensors++
		}
	}
	if sensors != len(s.sensors) {
		return fmt.Errorf("%d sensors, %d listed", sensors, len(s.sensors))
	}
	for i, o := range s.overlaps {
		if uint(o.sensor) >= uint(len(s.shapes)) || uint(o.visitor) >= uint(len(s.shapes)) {
			return fmt.Errorf("overlap %d: sensor %d, visitor %d", i, o.sensor, o.visitor)
		}
		if i > 0 && compareOverlaps(s.overlaps[i-1], o) >= 0 {
			return fmt.Errorf("overlap %d is out of order", i)
		}
	}
	return nil
}

// checkSurfaceRuns refuses lists of a file whose runs do not make up the whole.
func (s *simulation) checkSurfaceRuns() error {
	taken := make([]bool, len(s.surfaces))
	left := len(s.surfaces)
	for i := range s.shapes {
		r := &s.shapes[i]
		first, count := int(r.firstSurface), int(r.surfaceCount)
		if first < 0 || count < 0 || count > left || first > len(s.surfaces)-count || count > 0 && !r.alive() {
			return fmt.Errorf("shape %d: surfaces %d to %d of %d", i, first, first+count, len(s.surfaces))
		}
		for k := first; k < first+count; k++ {
			if taken[k] {
				return fmt.Errorf("shape %d: surface %d is that of another shape, too", i, k)
			}
			taken[k] = true
		}
		left -= count
	}
	if left > 0 {
		return fmt.Errorf("%d surfaces belong to no shape", left)
	}
	for i := range s.surfaces {
		if err := s.surfaces[i].check(); err != nil {
			return fmt.Errorf("%w: surface %d", err, i)
		}
	}
	return nil
}
