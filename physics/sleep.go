package physics

import (
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// A body that sleeps has no state, its touching contacts and its joints are not in the graph,
// and its contacts without touch are on no list unless the other body is awake: it costs a
// step nothing. Its velocity is zero.

// appendAwake gives a body a state and, if it is dynamic, lists its island.
func (w *World) appendAwake(index int32) {
	r, sim := &w.bodies[index], &w.sims[index]
	r.awakeIndex = int32(len(w.awake))
	r.sleepTime = 0
	sim.StateIndex = r.awakeIndex + 1
	w.awake = append(w.awake, index)
	w.states = append(w.states, solve.NewState(Vec3{}, Vec3{}, sim.Flags))
	if r.island != none {
		w.listIsland(r.island)
	}
}

// removeAwake takes the state of a body away.
func (w *World) removeAwake(index int32) {
	r := &w.bodies[index]
	at, last := r.awakeIndex, int32(len(w.awake)-1)
	moved := w.awake[last]
	w.awake[at] = moved
	w.states[at+1] = w.states[last+1]
	w.bodies[moved].awakeIndex = at
	w.sims[moved].StateIndex = at + 1
	w.awake, w.states = w.awake[:last], w.states[:last+1]
	r.awakeIndex = none
	sim := &w.sims[index]
	sim.StateIndex, sim.SpinsFast = 0, false
	sim.Force, sim.Torque = Vec3{}, Vec3{}
}

// wakeBody wakes a body with its island. Static, frozen and disabled bodies stay as they are.
func (w *World) wakeBody(index int32) {
	r := &w.bodies[index]
	switch {
	case r.kind == Static || r.out():
	case r.awakeIndex != none:
		w.stayAwake(index)
	case r.island != none:
		w.wakeIsland(r.island)
	default:
		// a kinematic body: what rests on it goes with it
		w.appendAwake(index)
		w.wakeContacts(index)
		w.wakeJoints(index)
		w.wakeTouching(index)
	}
}

// stayAwake starts the time to sleep of an awake body again.
func (w *World) stayAwake(index int32) { w.bodies[index].sleepTime = 0 }

func (w *World) wakeIsland(index int32) {
	first := w.islands[index].first
	for i := first; i != none; i = w.bodies[i].islandNext {
		if w.bodies[i].awakeIndex == none {
			w.appendAwake(i)
		}
	}
	for i := first; i != none; i = w.bodies[i].islandNext {
		w.wakeContacts(i)
		w.wakeJoints(i)
	}
}

func (w *World) wakeAll() {
	for i := range w.bodies {
		if r := &w.bodies[i]; r.alive() && r.awakeIndex == none {
			w.wakeBody(int32(i))
		}
	}
}

// wakeTouching wakes what touches a body, or hangs on it by a joint.
func (w *World) wakeTouching(index int32) {
	for key := w.bodies[index].firstContact; key != none; {
		c := &w.contacts[key>>1]
		if c.touching {
			w.wakeBody(c.other(key))
		}
		key = c.edges[key&1].next
	}
	for key := w.bodies[index].firstJoint; key != none; {
		j := &w.joints[key>>1]
		if o := j.other(key); o != none {
			w.wakeBody(o)
		}
		key = j.edges[key&1].next
	}
}

// wakeContacts puts the contacts of a body that woke up where awake contacts are.
func (w *World) wakeContacts(index int32) {
	for key := w.bodies[index].firstContact; key != none; {
		i := key >> 1
		c := &w.contacts[i]
		switch {
		case w.contactSleeps(c):
		case c.touching && c.color == none:
			w.graphContact(i)
		case !c.touching && c.awakeSlot == none:
			w.listContact(i)
		}
		key = c.edges[key&1].next
	}
}

// sleepBody puts a body to sleep with all of its island.
func (w *World) sleepBody(index int32) {
	r := &w.bodies[index]
	if r.island != none {
		w.sleepIsland(r.island)
		return
	}
	w.removeAwake(index)
	w.sleepContacts(index)
	w.sleepJoints(index)
}

func (w *World) sleepIsland(index int32) {
	first := w.islands[index].first
	for i := first; i != none; i = w.bodies[i].islandNext {
		if w.bodies[i].awakeIndex != none {
			w.removeAwake(i)
		}
	}
	for i := first; i != none; i = w.bodies[i].islandNext {
		w.sleepContacts(i)
		w.sleepJoints(i)
	}
	w.unlistIsland(index)
}

// sleepContacts takes the contacts of a body that fell asleep out of the step, except those
// that an awake dynamic body still has to check.
func (w *World) sleepContacts(index int32) {
	for key := w.bodies[index].firstContact; key != none; {
		i := key >> 1
		c := &w.contacts[i]
		if w.contactSleeps(c) {
			if c.color != none {
				w.ungraphContact(i)
			}
			if c.awakeSlot != none {
				w.unlistContact(i)
			}
		}
		key = c.edges[key&1].next
	}
}

// contactSleeps reports whether no awake body needs the contact. A kinematic body at rest
// is no different from a static one, so that only dynamic bodies count for touch.
func (w *World) contactSleeps(c *contact) bool {
	a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
	if c.touching {
		return !(a.kind == Dynamic && a.awakeIndex != none) && !(b.kind == Dynamic && b.awakeIndex != none)
	}
	return a.awakeIndex == none && b.awakeIndex == none
}

// updateSleep lets islands fall asleep whose bodies have all been slow for long enough. An
// island that lost links is split first and its parts sleep in a later step.
func (w *World) updateSleep() {
	sc := &w.scratch
	sc.sleepBodies, sc.sleepIslands = sc.sleepBodies[:0], sc.sleepIslands[:0]
	w.findSleepyKinematic()
	if w.settings.SleepEnabled {
		if !sc.rested {
			w.findRest()
		}
		w.keepDrivenAwake()
		w.splitOrSleep()
	}
	// the events come first: sleeping reorders World.awake, which they are parallel to
	for _, i := range sc.sleepBodies {
		w.moves[w.bodies[i].awakeIndex].FellAsleep = true
	}
	for _, index := range sc.sleepIslands {
		for i := w.islands[index].first; i != none; i = w.bodies[i].islandNext {
			w.moves[w.bodies[i].awakeIndex].FellAsleep = true
		}
	}
	for _, i := range sc.sleepBodies {
		w.sleepBody(i)
	}
	for _, index := range sc.sleepIslands {
		w.sleepIsland(index)
	}
}

// findSleepyKinematic collects the kinematic bodies that have stood still for the time to
// sleep. They rest even where sleep is switched off, as nothing but a call can move them.
func (w *World) findSleepyKinematic() {
	if w.typeCounts[Kinematic] == 0 {
		return
	}
	for _, i := range w.awake {
		r := &w.bodies[i]
		if r.kind == Kinematic && r.allowSleep && r.sleepTime >= w.settings.SleepTime {
			w.scratch.sleepBodies = append(w.scratch.sleepBodies, i)
		}
	}
}

// findRest computes for each awake island the shortest and the longest time at rest of its bodies.
func (w *World) findRest() {
	sc := &w.scratch
	if n := len(w.islands) - len(sc.rest); n > 0 {
		sc.rest = append(sc.rest, make([]restTime, n)...)
	}
	for _, index := range w.awakeIslands {
		sc.rest[index] = restTime{shortest: restForever}
	}
	for _, i := range w.awake {
		r := &w.bodies[i]
		if r.island != none {
			t := &sc.rest[r.island]
			t.shortest = vec.Min(t.shortest, r.sleepTime)
			t.longest = vec.Max(t.longest, r.sleepTime)
		}
	}
}

// restTime is how long the bodies of an island have been slow (s).
type restTime struct{ shortest, longest float32 }

// restForever is longer than any time at rest (s).
const restForever = 3e38

// smallIsland is the number of bodies up to which an island is split without waiting for
// its turn. One larger island is split per step, which bounds the cost of a step.
const smallIsland = 64

func (w *World) splitOrSleep() {
	sc := &w.scratch
	limit := w.settings.SleepTime
	sc.splits = sc.splits[:0]
	large, longest := none, float32(-1)
	for _, index := range w.awakeIslands {
		is, rest := &w.islands[index], sc.rest[index]
		switch {
		case is.removed > 0 && rest.longest >= limit && is.count <= smallIsland:
			sc.splits = append(sc.splits, index)
		case is.removed > 0 && rest.longest >= limit && w.steps >= is.splitStep:
			if rest.longest > longest || rest.longest == longest && index > large {
				large, longest = index, rest.longest
			}
		case is.removed == 0 && rest.shortest >= limit:
			sc.sleepIslands = append(sc.sleepIslands, index)
		}
	}
	for _, index := range sc.splits {
		w.splitIsland(index)
	}
	if large != none {
		w.splitIsland(large)
	}
}

// keepDrivenAwake keeps what touches a moving kinematic body awake: a belt or a lift that
// moves slowly must not put its load to sleep.
func (w *World) keepDrivenAwake() {
	if w.typeCounts[Kinematic] == 0 {
		return
	}
	for _, i := range w.awake {
		r := &w.bodies[i]
		s := w.stateOf(r)
		if r.kind != Kinematic || s.V.Len2() == 0 && s.W.Len2() == 0 {
			continue
		}
		for key := r.firstContact; key != none; {
			c := &w.contacts[key>>1]
			if index := w.bodies[c.other(key)].island; c.touching && index != none {
				w.scratch.rest[index].shortest = 0
			}
			key = c.edges[key&1].next
		}
	}
}
