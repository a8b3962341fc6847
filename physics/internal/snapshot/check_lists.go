package snapshot

import (
	"fmt"
	"tumble/physics/internal/sensor"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// checkGraphRecords looks at the joints of the graph.
func (ps *Rooms) checkGraphRecords() error {
	for color := int32(0); color < solve.ColorCount; color++ {
		for cache, index := range ps.Graph.Joints(color) {
			if uint(index) >= uint(len(ps.Joints)) {
				return fmt.Errorf("graph: colour %d: joint %d", color, index)
			}
			if j := &ps.Joints[index]; !j.Alive() || j.Color != color || j.Slot != int32(cache) {
				return fmt.Errorf("graph: colour %d, place %d: joint %d says colour %d, place %d", color, cache, index,
					j.Color, j.Slot)
			}
		}
	}
	return nil
}

func (ps *Rooms) checkJointRecords() error {
	edges := 2 * len(ps.Joints)
	for i := range ps.Joints {
		j := &ps.Joints[i]
		if !j.Alive() {
			continue
		}
		row := &ps.Rows[i]
		if !inRange(j.BodyA, len(ps.Bodies)) || uint(j.BodyB) >= uint(len(ps.Bodies)) || j.BodyA == j.BodyB ||
			j.BodyA != state.None && !ps.Bodies[j.BodyA].Alive() || !ps.Bodies[j.BodyB].Alive() ||
			row.BodyA != j.BodyA || row.BodyB != j.BodyB {
			return fmt.Errorf("joint %d: bodies %d and %d, its row has %d and %d", i, j.BodyA, j.BodyB, row.BodyA,
				row.BodyB)
		}
		if j.Kind >= state.JointKindCount || row.Kind != solve.JointKind(j.Kind) || row.Locked >= 1<<6 {
			return fmt.Errorf("joint %d: kind %d, its row has %d, locked %x", i, j.Kind, row.Kind, row.Locked)
		}
		for side := range j.Edges {
			if !inRange(j.Edges[side].Prev, edges) || !inRange(j.Edges[side].Next, edges) {
				return fmt.Errorf("joint %d: edge %d: %+v", i, side, j.Edges[side])
			}
		}
		if !inRange(j.Color, solve.ColorCount) ||
			j.Color != state.None && uint(j.Slot) >= uint(len(ps.Graph.Joints(j.Color))) {
			return fmt.Errorf("joint %d: colour %d, place %d", i, j.Color, j.Slot)
		}
		if !(row.FrameA.Q.IsUnit() && row.FrameB.Q.IsUnit()) {
			return fmt.Errorf("joint %d: frames %v and %v", i, row.FrameA, row.FrameB)
		}
		if !boundedRow(row) {
			return fmt.Errorf("joint %d: frames or impulses are huge: %+v", i, *row)
		}
	}
	for _, i := range ps.FreeJoints {
		if ps.Joints[i].Alive() {
			return fmt.Errorf("joint %d is free and alive", i)
		}
	}
	return ps.checkPaths()
}

// boundedRow reports whether what a step of a joint starts from is so small that nothing becomes infinite by it.
func boundedRow(row *solve.Joint) bool {
	ok := state.ValidVector(row.FrameA.P, maxAnchor) && state.ValidVector(row.FrameB.P, maxAnchor) &&
		vec.Abs(row.Phase) <= maxKept
	for _, d := range [...]*solve.Drive{&row.Linear, &row.Angular} {
		ok = ok && state.ValidVector(d.SpringImpulse, maxKept) && state.ValidVector(d.MotorImpulse, maxKept)
	}
	for _, x := range row.Held {
		ok = ok && vec.Abs(x) <= maxKept
	}
	for i := range row.Axes {
		a := &row.Axes[i]
		ok = ok && vec.Abs(a.SpringImpulse) <= maxKept && vec.Abs(a.MotorImpulse) <= maxKept &&
			vec.Abs(a.LowerImpulse) <= maxKept && vec.Abs(a.UpperImpulse) <= maxKept &&
			vec.Abs(a.PassiveImpulse) <= maxKept && a.Armature >= 0 && a.Armature <= maxKept && validPassive(&a.Passive)
	}
	return ok
}

func validPassive(p *solve.Passive) bool {
	return p.Stiffness >= 0 && p.Stiffness <= maxKept && p.Damping >= 0 && p.Damping <= maxKept &&
		vec.Abs(p.Rest) <= maxKept
}

// checkPaths refuses paths that share knots, and knots that belong to none or do not follow one
// another.
func (ps *Rooms) checkPaths() error {
	used := make([]bool, len(ps.Knots))
	left := len(used)
	for i := range ps.Joints {
		row := &ps.Rows[i]
		if !ps.Joints[i].Alive() || ps.Joints[i].Kind != solve.PathJoint {
			continue
		}
		if min(row.PathBegin, row.PathEnd) < 0 || row.PathEnd-row.PathBegin < 2 || int(row.PathEnd) > len(used) ||
			row.Rotation < solve.PathFree || row.Rotation > solve.PathFollow {
			return fmt.Errorf("joint %d: knots %d to %d of %d, rotation %d", i, row.PathBegin, row.PathEnd, len(used),
				row.Rotation)
		}
		for k := row.PathBegin; k < row.PathEnd; k++ {
			knot := &ps.Knots[k]
			if used[k] || k > row.PathBegin && !(knot.S > ps.Knots[k-1].S) || !state.ValidVector(knot.P, maxKept) ||
				!state.ValidVector(knot.In, 2) || !state.ValidVector(knot.Out, 2) || !state.ValidVector(knot.Up, 2) {
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

func (ps *Rooms) checkIslandRecords() error {
	for i := range ps.Islands {
		is := &ps.Islands[i]
		if !is.Alive {
			continue
		}
		if uint(is.First) >= uint(len(ps.Bodies)) || uint(is.Last) >= uint(len(ps.Bodies)) ||
			!inRange(is.AwakeSlot, len(ps.AwakeIslands)) || is.Removed < 0 {
			return fmt.Errorf("island %d: %+v", i, *is)
		}
	}
	for _, i := range ps.FreeIslands {
		if ps.Islands[i].Alive {
			return fmt.Errorf("island %d is free and alive", i)
		}
	}
	for slot, i := range ps.AwakeIslands {
		if is := &ps.Islands[i]; !is.Alive || is.AwakeSlot != int32(slot) {
			return fmt.Errorf("awake islands: %d at %d, which says %d", i, slot, is.AwakeSlot)
		}
	}
	return nil
}

func (ps *Rooms) checkSensorRecords() error {
	for _, i := range ps.Sensors {
		if !ps.Shapes[i].Alive() || !ps.Shapes[i].Sensor {
			return fmt.Errorf("shape %d is listed as a sensor", i)
		}
	}
	sensors := 0
	for i := range ps.Shapes {
		if ps.Shapes[i].Alive() && ps.Shapes[i].Sensor {
			sensors++
		}
	}
	if sensors != len(ps.Sensors) {
		return fmt.Errorf("%d sensors, %d listed", sensors, len(ps.Sensors))
	}
	for i, o := range ps.Overlaps {
		if uint(o.Sensor) >= uint(len(ps.Shapes)) || uint(o.Visitor) >= uint(len(ps.Shapes)) {
			return fmt.Errorf("overlap %d: sensor %d, visitor %d", i, o.Sensor, o.Visitor)
		}
		if i > 0 && sensor.CompareOverlaps(ps.Overlaps[i-1], o) >= 0 {
			return fmt.Errorf("overlap %d is out of order", i)
		}
	}
	return nil
}

// checkSurfaceRuns refuses lists of a file whose runs do not make up the whole.
func (ps *Rooms) checkSurfaceRuns() error {
	taken := make([]bool, len(ps.Surfaces))
	left := len(ps.Surfaces)
	for i := range ps.Shapes {
		r := &ps.Shapes[i]
		first, count := int(r.FirstSurface), int(r.SurfaceCount)
		if first < 0 || count < 0 || count > left || first > len(ps.Surfaces)-count || count > 0 && !r.Alive() {
			return fmt.Errorf("shape %d: surfaces %d to %d of %d", i, first, first+count, len(ps.Surfaces))
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
	for i := range ps.Surfaces {
		if err := ps.Surfaces[i].Check(); err != nil {
			return fmt.Errorf("%w: surface %d", err, i)
		}
	}
	return nil
}
