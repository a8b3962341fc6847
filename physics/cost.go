package physics

// MeasureCosts switches the timing of single contacts on or off. It needs WorldDef.Clock, which is then read by
// all workers, once for each contact: that costs some tens of nanoseconds each. Results do not depend on it.
func (w *World) MeasureCosts(on bool) {
	w.profile.Costs.Switch(on && w.profile.Clock != nil)
}

// MeasuresCosts reports whether single contacts are timed.
func (w *World) MeasuresCosts() bool { return w.profile.Costs.On }

// PairLoad is the work of the narrow phase for two kinds of shapes in the last step.
type PairLoad struct {
	// Name as box-sphere.
	Name     string
	Contacts int
	// Ns is measured while MeasureCosts is on, otherwise 0.
	Ns int64
}

// PairLoads appends the pairs of kinds of shapes that awake contacts have, those that cost most first, then
// those with most contacts.
func (w *World) PairLoads(buf []PairLoad) []PairLoad {
	w.pairLoads = w.loads.Pairs(w.pairLoads[:0])
	for _, l := range w.pairLoads {
		buf = append(buf, PairLoad(l))
	}
	return buf
}

// IslandLoad is how much work an awake island is.
type IslandLoad struct {
	// Island is the number that Body.Island gives; First is the body with the lowest number, which may name it.
	Island                           int
	First                            Body
	Bodies, Contacts, Points, Joints int
	// Ns is its share of the last step: of the narrow phase by its contacts, as measured while MeasureCosts is
	// on, of the solver by points and joints, of the rest by bodies. 0 without WorldDef.Clock.
	Ns int64
}

// IslandLoads appends the awake islands, the costliest first. It looks at every contact: call it when someone
// wants to know, not in every step.
func (w *World) IslandLoads(buf []IslandLoad) []IslandLoad {
	for _, l := range w.loads.IslandLoads() {
		buf = append(buf, IslandLoad{
			Island: l.Island, First: w.bodyHandle(l.First), Bodies: l.Bodies, Contacts: l.Contacts, Points: l.Points,
			Joints: l.Joints, Ns: l.Ns,
		})
	}
	return buf
}

// BodyCosts writes the share of each body in the last step (ns) by its number: half of each of its contacts,
// all where the other body does not move. The slice has World.BodyCapacity entries, in buf if it has room.
func (w *World) BodyCosts(buf []float32) []float32 { return w.loads.BodyCosts(buf) }
