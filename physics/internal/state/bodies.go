package state

import (
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// NewBody takes a slot for a body, which is on no list yet.
func (st *State) NewBody(values Body, sim solve.Sim, name string) int32 {
	index := st.allocateBody()
	values.Generation = st.Bodies[index].Generation + 1
	values.AwakeIndex, values.Island, values.IslandPrev, values.IslandNext = None, None, None, None
	values.FirstShape, values.LastShape, values.FirstContact, values.FirstJoint = None, None, None, None
	values.Order = st.nextOrder()
	st.Bodies[index], st.Sims[index], st.Names[index] = values, sim, name
	st.BodyCount++
	st.TypeCounts[values.Kind]++
	return index
}

// FreeBody gives back the slot of a body that is on no list any more.
func (st *State) FreeBody(index int32) {
	r := &st.Bodies[index]
	r.Generation++
	st.Names[index] = ""
	st.BodyCount--
	st.TypeCounts[r.Kind]--
	st.FreeBodies = append(st.FreeBodies, index)
}

// SetType changes the type of a body that takes no part in the simulation.
func (st *State) SetType(index int32, kind BodyType) {
	r := &st.Bodies[index]
	st.TypeCounts[r.Kind]--
	r.Kind = kind
	st.TypeCounts[kind]++
}

func (st *State) allocateBody() int32 {
	if n := len(st.FreeBodies); n > 0 {
		index := st.FreeBodies[n-1]
		st.FreeBodies = st.FreeBodies[:n-1]
		return index
	}
	st.Bodies = extend(st.Bodies)
	st.Sims = extend(st.Sims)
	st.Names = extend(st.Names)
	return int32(len(st.Bodies) - 1)
}

// StateOf returns the solver's view of an awake body.
func (st *State) StateOf(r *Body) *solve.State { return &st.States[r.AwakeIndex+1] }

// MustRest reports whether a body has a shape that only static bodies may have.
func (st *State) MustRest(r *Body) bool {
	for s := r.FirstShape; s != None; s = st.Shapes[s].Next {
		if !st.Geometries[s].Kind.IsConvex() {
			return true
		}
	}
	return false
}

// Movable reports whether impulses move the body.
func (st *State) Movable(bodyIndex int32) bool {
	r := &st.Bodies[bodyIndex]
	return r.Kind == Dynamic && !r.Out()
}

// PoseAfter is where a body will be when it goes on with its velocity for dt (s).
func (st *State) PoseAfter(index int32, dt float32) vec.Transform {
	sim, r := &st.Sims[index], &st.Bodies[index]
	if r.AwakeIndex == None {
		return sim.Transform
	}
	s := st.StateOf(r)
	axis, rate := s.W.NormLen()
	q := vec.QuatAxisAngle(axis, float32(rate*dt)).Mul(sim.Transform.Q).Norm()
	return vec.Transform{P: sim.Center.MulAdd(dt, s.V).Sub(q.Rotate(sim.LocalCenter)), Q: q}
}

// Rename changes the name of a body, which only people use.
func (st *State) Rename(index int32, name string) { st.Names[index] = name }
