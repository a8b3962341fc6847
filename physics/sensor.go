package physics

import (
	"cmp"
	"slices"

	"tumble/physics/internal/tree"
)

// A sensor is a shape that collides with nothing and reports what overlaps it. At the end of
// every step each sensor looks for the shapes of other bodies, at rest, asleep or moving,
// that are no sensors, that ask for it with ShapeDef.SensorEvents and whose filter matches.
// What is new gives a begin event, what is gone an end event: also when it was destroyed,
// moved away by a call, changed its filter, or was quarantined. Falling asleep ends nothing.

// overlap is a sensor with one of its visitors. The generations keep a visitor apart from a
// later one in the same slot.
type overlap struct {
	sensor, visitor                     int32
	sensorGeneration, visitorGeneration uint32
}

func compareOverlaps(a, b overlap) int {
	return cmp.Or(cmp.Compare(a.sensor, b.sensor), cmp.Compare(a.visitor, b.visitor),
		cmp.Compare(a.sensorGeneration, b.sensorGeneration), cmp.Compare(a.visitorGeneration, b.visitorGeneration))
}

// sensorRange finds the visitors of the sensors begin to end (exclusive).
func (w *World) sensorRange(worker int, out *slotOutput, begin, end int) {
	out.overlaps = out.overlaps[:0]
	for _, index := range w.sensors[begin:end] {
		s := &w.shapes[index]
		if s.proxy == none {
			continue
		}
		g, pose := &w.geometries[index], w.sims[s.body].Transform
		bounds := g.AABB(pose)
		for kind := range w.trees {
			found := w.trees[kind].Query(bounds, tree.AllCategories, w.scratch.found[worker][:0])
			for _, visitor := range found {
				v := &w.shapes[visitor]
				if v.sensor || !v.sensorEvents || v.body == s.body || !s.filter.collides(v.filter) {
					continue
				}
				if w.shapesOverlap(index, visitor) {
					out.overlaps = append(out.overlaps, overlap{index, visitor, s.generation, v.generation})
				}
			}
			w.scratch.found[worker] = found
		}
	}
}

// shapesOverlap reports whether two shapes share a point. One of them is convex.
func (w *World) shapesOverlap(a, b int32) bool {
	if !w.geometries[b].Kind.IsConvex() {
		a, b = b, a
	}
	if !w.geometries[b].Kind.IsConvex() {
		return false
	}
	return w.sharesPoint(a, &w.geometries[b], w.sims[w.shapes[b].body].Transform)
}

// reportOverlaps walks through two sorted lists and appends what is gone to ended, what is new to began.
func reportOverlaps(before, now, began, ended []overlap) (newBegan, newEnded []overlap) {
	for len(before)+len(now) > 0 {
		order := 0
		switch {
		case len(before) == 0:
			order = 1
		case len(now) == 0:
			order = -1
		default:
			order = compareOverlaps(before[0], now[0])
		}
		switch {
		case order < 0:
			ended = append(ended, before[0])
			before = before[1:]
		case order > 0:
			began = append(began, now[0])
			now = now[1:]
		default:
			before, now = before[1:], now[1:]
		}
	}
	return began, ended
}

// visitorsOf returns the overlaps of a sensor, of which some may be those of an earlier one in the same slot.
func (w *World) visitorsOf(index int32) []overlap {
	first, _ := slices.BinarySearchFunc(w.overlaps, index, func(o overlap, index int32) int { return cmp.Compare(o.sensor, index) })
	end := first
	for end < len(w.overlaps) && w.overlaps[end].sensor == index {
		end++
	}
	return w.overlaps[first:end]
}

// addSensor lists a shape that is a sensor.
func (w *World) addSensor(index int32) { w.sensors = append(w.sensors, index) }

// removeSensor takes a shape off the list of sensors.
func (w *World) removeSensor(index int32) {
	w.sensors = slices.DeleteFunc(w.sensors, func(i int32) bool { return i == index })
}
