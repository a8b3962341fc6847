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

// updateSensors finds all overlaps and reports how they differ from those of the last step.
func (w *World) updateSensors() error {
	if len(w.sensors)+len(w.overlaps) == 0 || len(w.awake) == 0 && !w.sensorsStale {
		return nil
	}
	w.sensorsStale = false
	sc := &w.scratch
	w.addStage(stageSensors, 0, int32(len(w.sensors)), grainSensors)
	slots, err := w.runStages()
	if err != nil {
		return err
	}
	sc.overlaps = sc.overlaps[:0]
	for i := range sc.slots[:slots] {
		sc.overlaps = append(sc.overlaps, sc.slots[i].overlaps...)
	}
	slices.SortFunc(sc.overlaps, compareOverlaps)
	w.reportOverlaps(w.overlaps, sc.overlaps)
	w.overlaps, sc.overlaps = append(w.overlaps[:0], sc.overlaps...), sc.overlaps[:0]
	return nil
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

// reportOverlaps walks through two sorted lists.
func (w *World) reportOverlaps(before, now []overlap) {
	e := &w.nextEvents
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
			e.SensorEnd = append(e.SensorEnd, w.sensorEvent(before[0]))
			before = before[1:]
		case order > 0:
			e.SensorBegin = append(e.SensorBegin, w.sensorEvent(now[0]))
			now = now[1:]
		default:
			before, now = before[1:], now[1:]
		}
	}
}

func (w *World) sensorEvent(o overlap) SensorEvent {
	return SensorEvent{Sensor: Shape{w, o.sensor, o.sensorGeneration}, Visitor: Shape{w, o.visitor,
		o.visitorGeneration}}
}

// Visitors appends the shapes that overlapped the sensor at the end of the last step to buf.
func (s Shape) Visitors(buf []Shape) []Shape {
	if s.record() == nil {
		return buf
	}
	w := s.world
	i, _ := slices.BinarySearchFunc(w.overlaps, s.index, func(o overlap, index int32) int { return cmp.Compare(o.sensor, index) })
	for ; i < len(w.overlaps) && w.overlaps[i].sensor == s.index; i++ {
		if o := w.overlaps[i]; o.sensorGeneration == s.generation {
			buf = append(buf, Shape{w, o.visitor, o.visitorGeneration})
		}
	}
	return buf
}
