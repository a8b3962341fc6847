// Package sensor finds the overlaps of the sensors of a world.
//
// A sensor is a shape that collides with nothing and reports what overlaps it. At the end of
// every step each sensor looks for the shapes of other bodies, at rest, asleep or moving,
// that are no sensors, that ask for it with ShapeDef.SensorEvents and whose filter matches.
// A new overlap gives a begin event, a lost one an end event: also when a shape was destroyed,
// moved away by a call, changed its filter, or was quarantined. Falling asleep ends nothing.
//
// It owns the list of sensors and the overlaps of the last step.
package sensor

import (
	"cmp"
	"slices"
	"tumble/physics/internal/arena"
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/query"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
)

// Visits are the part of the sensors that decides how a world goes on, and so belongs to its snapshots.
type Visits struct {
	// Sensors lists the shapes that are sensors, Overlaps what was in them after the last step, sorted.
	Sensors  []int32
	Overlaps []Overlap
}

// Detector finds overlaps.
type Detector struct {
	*state.State
	Visits
	broad   *broadphase.BroadPhase
	queries *query.Queries

	blocks       []output
	found        arena.PerWorker // results of searches
	overlaps     []Overlap
	began, ended []Overlap
}

// output holds the overlaps that a block found.
type output struct {
	overlaps []Overlap
	_        [64]byte // neighbours are written by different workers
}

// New returns the detector of a world.
func New(st *state.State, broad *broadphase.BroadPhase, queries *query.Queries) *Detector {
	return &Detector{State: st, broad: broad, queries: queries}
}

// Idle reports whether the overlaps are those of the last step. If not, they have to be found anew.
func (ss *Detector) Idle() bool {
	if len(ss.Sensors)+len(ss.Overlaps) == 0 || len(ss.Awake) == 0 && !ss.broad.Changed {
		return true
	}
	ss.broad.TakeChange()
	return false
}

// BeginFind makes room for the results of the blocks of a stage over all sensors.
func (ss *Detector) BeginFind(blocks, workers int) {
	for len(ss.blocks) < blocks {
		ss.blocks = append(ss.blocks, output{})
	}
	ss.found.Begin(workers)
}

// EndFind collects the results of so many blocks, and returns how they differ from those of the last step.
func (ss *Detector) EndFind(blocks int) (began, ended []Overlap) {
	ss.overlaps = ss.overlaps[:0]
	for i := range ss.blocks[:blocks] {
		ss.overlaps = append(ss.overlaps, ss.blocks[i].overlaps...)
	}
	slices.SortFunc(ss.overlaps, CompareOverlaps)
	ss.began, ss.ended = reportOverlaps(ss.Overlaps, ss.overlaps, ss.began[:0], ss.ended[:0])
	ss.Overlaps, ss.overlaps = append(ss.Overlaps[:0], ss.overlaps...), ss.overlaps[:0]
	return ss.began, ss.ended
}

// Overlap is a sensor with one of its visitors. The generations keep a visitor apart from a
// later one in the same slot.
type Overlap struct {
	Sensor, Visitor                     int32
	SensorGeneration, VisitorGeneration uint32
}

// CompareOverlaps is the order in which overlaps are kept.
func CompareOverlaps(a, b Overlap) int {
	return cmp.Or(cmp.Compare(a.Sensor, b.Sensor), cmp.Compare(a.Visitor, b.Visitor),
		cmp.Compare(a.SensorGeneration, b.SensorGeneration), cmp.Compare(a.VisitorGeneration, b.VisitorGeneration))
}

// FindRange finds the visitors of the sensors begin to end (exclusive).
func (ss *Detector) FindRange(worker, block, begin, end int) {
	out := &ss.blocks[block]
	out.overlaps = out.overlaps[:0]
	for _, index := range ss.Sensors[begin:end] {
		s := &ss.Shapes[index]
		if s.Proxy == state.None {
			continue
		}
		g, pose := &ss.Geometries[index], ss.Sims[s.Body].Transform
		bounds := g.AABB(pose)
		for kind := range ss.broad.Trees {
			found := ss.broad.Trees[kind].Query(bounds, tree.AllCategories, ss.found.Of(worker))
			for _, visitor := range found {
				v := &ss.Shapes[visitor]
				if v.Sensor || !v.SensorEvents || v.Body == s.Body || !s.Filter.Collides(v.Filter) {
					continue
				}
				if ss.shapesOverlap(index, visitor) {
					out.overlaps = append(out.overlaps, Overlap{index, visitor, s.Generation, v.Generation})
				}
			}
			ss.found.Keep(worker, found)
		}
	}
}

// shapesOverlap reports whether two shapes share a point. One of them is convex.
func (ss *Detector) shapesOverlap(a, b int32) bool {
	if !ss.Geometries[b].Kind.IsConvex() {
		a, b = b, a
	}
	if !ss.Geometries[b].Kind.IsConvex() {
		return false
	}
	return ss.queries.SharesPoint(a, &ss.Geometries[b], ss.Sims[ss.Shapes[b].Body].Transform)
}

// reportOverlaps walks through two sorted lists and appends lost overlaps to ended, new ones to began.
func reportOverlaps(before, now, began, ended []Overlap) (newBegan, newEnded []Overlap) {
	for len(before)+len(now) > 0 {
		order := 0
		switch {
		case len(before) == 0:
			order = 1
		case len(now) == 0:
			order = -1
		default:
			order = CompareOverlaps(before[0], now[0])
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

// VisitorsOf returns the overlaps of a sensor; some of them may belong to an earlier sensor in the same slot.
func (ss *Detector) VisitorsOf(index int32) []Overlap {
	first, _ := slices.BinarySearchFunc(ss.Overlaps, index,
		func(o Overlap, index int32) int { return cmp.Compare(o.Sensor, index) })
	end := first
	for end < len(ss.Overlaps) && ss.Overlaps[end].Sensor == index {
		end++
	}
	return ss.Overlaps[first:end]
}

// Add lists a shape that is a sensor.
func (ss *Detector) Add(index int32) { ss.Sensors = append(ss.Sensors, index) }

// Remove takes a shape off the list of sensors.
func (ss *Detector) Remove(index int32) {
	ss.Sensors = slices.DeleteFunc(ss.Sensors, func(i int32) bool { return i == index })
}
