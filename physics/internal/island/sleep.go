package island

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// A body that sleeps has no state, its touching contacts and its joints are not in the graph,
// and its contacts without touch are on no list unless the other body is awake: it costs a
// step nothing. Its velocity is zero.

// AppendAwake gives a body a state and, if it is dynamic, lists its island.
func (isl *Manager) AppendAwake(index int32) {
	r, sim := &isl.Bodies[index], &isl.Sims[index]
	r.AwakeIndex = int32(len(isl.Awake))
	r.SleepTime = 0
	sim.StateIndex = r.AwakeIndex + 1
	isl.Awake = append(isl.Awake, index)
	isl.States = append(isl.States, solve.NewState(vec.Vec3{}, vec.Vec3{}, sim.Flags))
	if r.Island != state.None {
		isl.listIsland(r.Island)
	}
}

// RemoveAwake takes the state of a body away.
func (isl *Manager) RemoveAwake(index int32) {
	r := &isl.Bodies[index]
	at, last := r.AwakeIndex, int32(len(isl.Awake)-1)
	moved := isl.Awake[last]
	isl.Awake[at] = moved
	isl.States[at+1] = isl.States[last+1]
	isl.Bodies[moved].AwakeIndex = at
	isl.Sims[moved].StateIndex = at + 1
	isl.Awake, isl.States = isl.Awake[:last], isl.States[:last+1]
	r.AwakeIndex = state.None
	sim := &isl.Sims[index]
	sim.StateIndex, sim.HasContactInertia = 0, false
	sim.Force, sim.Torque = vec.Vec3{}, vec.Vec3{}
}

// Wake wakes a body with its island. Static, frozen and disabled bodies stay as they are.
func (isl *Manager) Wake(index int32) {
	r := &isl.Bodies[index]
	switch {
	case r.Kind == state.Static || r.Out():
	case r.AwakeIndex != state.None:
		isl.StayAwake(index)
	case r.Island != state.None:
		isl.wakeIsland(r.Island)
	default:
		// a kinematic body carries bodies that rest on it
		isl.AppendAwake(index)
		isl.wakeContacts(index)
		isl.WakeJoints(index)
		isl.WakeTouching(index)
	}
}

// StayAwake starts the time to sleep of an awake body again.
func (isl *Manager) StayAwake(index int32) { isl.Bodies[index].SleepTime = 0 }

func (isl *Manager) wakeIsland(index int32) {
	first := isl.Islands[index].First
	for i := first; i != state.None; i = isl.Bodies[i].IslandNext {
		if isl.Bodies[i].AwakeIndex == state.None {
			isl.AppendAwake(i)
		}
	}
	for i := first; i != state.None; i = isl.Bodies[i].IslandNext {
		isl.wakeContacts(i)
		isl.WakeJoints(i)
	}
}

func (isl *Manager) WakeAll() {
	for i := range isl.Bodies {
		if r := &isl.Bodies[i]; r.Alive() && r.AwakeIndex == state.None {
			isl.Wake(int32(i))
		}
	}
}

// WakeTouching wakes the bodies in touch with a body or joined to it.
func (isl *Manager) WakeTouching(index int32) {
	for key := isl.Bodies[index].FirstContact; key != state.None; {
		c := &isl.Contacts[key>>1]
		if c.Touching {
			isl.Wake(c.Other(key))
		}
		key = c.Edges[key&1].Next
	}
	for key := isl.Bodies[index].FirstJoint; key != state.None; {
		j := &isl.Joints[key>>1]
		if o := j.Other(key); o != state.None {
			isl.Wake(o)
		}
		key = j.Edges[key&1].Next
	}
}

// wakeContacts moves the contacts of a body that woke up to the awake ones.
func (isl *Manager) wakeContacts(index int32) {
	for key := isl.Bodies[index].FirstContact; key != state.None; {
		i := key >> 1
		c := &isl.Contacts[i]
		switch {
		case isl.ContactSleeps(c):
		case c.Touching && c.Color == state.None:
			isl.graphContact(i)
		case !c.Touching && c.AwakeSlot == state.None:
			isl.ListContact(i)
		}
		key = c.Edges[key&1].Next
	}
}

// Sleep puts a body to sleep with all of its island.
func (isl *Manager) Sleep(index int32) {
	r := &isl.Bodies[index]
	if r.Island != state.None {
		isl.sleepIsland(r.Island)
		return
	}
	isl.RemoveAwake(index)
	isl.sleepContacts(index)
	isl.sleepJoints(index)
}

func (isl *Manager) sleepIsland(index int32) {
	first := isl.Islands[index].First
	for i := first; i != state.None; i = isl.Bodies[i].IslandNext {
		if isl.Bodies[i].AwakeIndex != state.None {
			isl.RemoveAwake(i)
		}
	}
	for i := first; i != state.None; i = isl.Bodies[i].IslandNext {
		isl.sleepContacts(i)
		isl.sleepJoints(i)
	}
	isl.unlistIsland(index)
}

// sleepContacts takes the contacts of a body that fell asleep out of the step, except those
// that an awake dynamic body still has to check.
func (isl *Manager) sleepContacts(index int32) {
	for key := isl.Bodies[index].FirstContact; key != state.None; {
		i := key >> 1
		c := &isl.Contacts[i]
		if isl.ContactSleeps(c) {
			if c.Color != state.None {
				isl.ungraphContact(i)
			}
			if c.AwakeSlot != state.None {
				isl.UnlistContact(i)
			}
		}
		key = c.Edges[key&1].Next
	}
}

// FindSleep finds the islands and kinematic bodies that fall asleep: those whose bodies have all been slow for long
// enough. An island that lost links is split first and its parts sleep in a later step. It calls fellAsleep with the
// places of their bodies in the list of awake ones; FallAsleep puts them to sleep.
func (isl *Manager) FindSleep(fellAsleep func(slot int)) {
	isl.sleepBodies, isl.sleepIslands = isl.sleepBodies[:0], isl.sleepIslands[:0]
	isl.findSleepyKinematic()
	if isl.Settings.SleepEnabled {
		if !isl.rested {
			isl.FindRest()
		}
		isl.keepDrivenAwake()
		isl.splitOrSleep()
	}
	for _, i := range isl.sleepBodies {
		fellAsleep(int(isl.Bodies[i].AwakeIndex))
	}
	for _, index := range isl.sleepIslands {
		for i := isl.Islands[index].First; i != state.None; i = isl.Bodies[i].IslandNext {
			fellAsleep(int(isl.Bodies[i].AwakeIndex))
		}
	}
}

// FallAsleep puts to sleep the bodies and islands that FindSleep found.
func (isl *Manager) FallAsleep() {
	for _, i := range isl.sleepBodies {
		isl.Sleep(i)
	}
	for _, index := range isl.sleepIslands {
		isl.sleepIsland(index)
	}
}

// findSleepyKinematic collects the kinematic bodies that have stood still for the time to
// sleep. They rest even where sleep is switched off, as nothing but a call can move them.
func (isl *Manager) findSleepyKinematic() {
	if isl.TypeCounts[state.Kinematic] == 0 {
		return
	}
	for _, i := range isl.Awake {
		r := &isl.Bodies[i]
		if r.Kind == state.Kinematic && r.AllowSleep && r.SleepTime >= isl.Settings.SleepTime {
			isl.sleepBodies = append(isl.sleepBodies, i)
		}
	}
}

// FindRest computes for each awake island the shortest and the longest time at rest of its bodies.
func (isl *Manager) FindRest() {
	if n := len(isl.Islands) - len(isl.rest); n > 0 {
		isl.rest = append(isl.rest, make([]restTime, n)...)
	}
	for _, index := range isl.AwakeIslands {
		isl.rest[index] = restTime{shortest: restForever}
	}
	for _, i := range isl.Awake {
		r := &isl.Bodies[i]
		if r.Island != state.None {
			t := &isl.rest[r.Island]
			if isl.quickens(r) {
				t.shortest = 0
			}
			t.shortest = vec.Min(t.shortest, r.SleepTime)
			t.longest = vec.Max(t.longest, r.SleepTime)
		}
	}
	isl.rested = true
}

// restForever is longer than any time at rest (s).
const restForever = 3e38

// smallIsland is the number of bodies up to which an island is split without waiting for
// its turn. One larger island is split per step, which bounds the cost of a step.
const smallIsland = 64

func (isl *Manager) splitOrSleep() {
	limit := isl.Settings.SleepTime
	isl.splits = isl.splits[:0]
	large, longest := state.None, float32(-1)
	for _, index := range isl.AwakeIslands {
		is, rest := &isl.Islands[index], isl.rest[index]
		switch {
		case is.Removed > 0 && rest.longest >= limit && is.Count <= smallIsland:
			isl.splits = append(isl.splits, index)
		case is.Removed > 0 && rest.longest >= limit && isl.Steps >= is.SplitStep:
			if rest.longest > longest || rest.longest == longest && index > large {
				large, longest = index, rest.longest
			}
		case is.Removed == 0 && rest.shortest >= limit:
			isl.sleepIslands = append(isl.sleepIslands, index)
		}
	}
	for _, index := range isl.splits {
		isl.splitIsland(index)
	}
	if large != state.None {
		isl.splitIsland(large)
	}
}

// keepDrivenAwake keeps bodies on a moving kinematic body awake: a belt or a lift that
// moves slowly must not put its load to sleep.
func (isl *Manager) keepDrivenAwake() {
	if isl.TypeCounts[state.Kinematic] == 0 {
		return
	}
	for _, i := range isl.Awake {
		r := &isl.Bodies[i]
		s := isl.StateOf(r)
		if r.Kind != state.Kinematic || s.V.Len2() == 0 && s.W.Len2() == 0 {
			continue
		}
		for key := r.FirstContact; key != state.None; {
			c := &isl.Contacts[key>>1]
			if c.Touching {
				if index := isl.Bodies[c.Other(key)].Island; index != state.None {
					isl.rest[index].shortest = 0
				}
			}
			key = c.Edges[key&1].Next
		}
	}
}
