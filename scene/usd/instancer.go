package usd

import (
	"tumble/physics/vec"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// maxWithin bounds instances within instances.
const maxWithin = 8

// manyCopies is the number of instances of one prim above which those that stand still are copies of one body, drawn as
// their shapes.
const manyCopies = 4096

// instancer is a prim that places copies of prototypes.
type instancer struct {
	prim                         *usdstage.Prim
	prototypes                   []string
	which                        []float64
	positions, rotations, scales []float64
	hidden                       map[float64]bool
	ids                          []float64
	originals                    map[original]*copied
}

// original names instances that differ in their position and rotation alone.
type original struct {
	prototype int
	scale     [3]float64
}

// copied are the bodies of the first of several instances.
type copied struct {
	back   matrix // from the world to the prototype
	bodies []*body
}

// instances reads the copies of prototypes.
func (r *reader) instances(p *usdstage.Prim, v view) {
	if v.depth++; v.depth > maxWithin {
		p.Errorf("instances within instances more than %d deep", maxWithin)
		return
	}
	n := instancer{
		prim: p, prototypes: p.Targets("prototypes"), which: p.Numbers("protoIndices"),
		positions: p.Numbers("positions"), ids: p.Numbers("ids"),
		rotations: p.Numbers("orientations"), scales: p.Numbers("scales"), hidden: map[float64]bool{},
		originals: map[original]*copied{},
	}
	for _, id := range p.Numbers("invisibleIds") {
		n.hidden[id] = true
	}
	still := map[string]bool{}
	for i := range n.which {
		if r.f.Failed() {
			return
		}
		if n.skips(i) {
			continue
		}
		k := int(n.which[i])
		if !(n.which[i] >= 0 && k < len(n.prototypes)) || 3*i+3 > len(n.positions) {
			p.Lossf("instance %d has no prototype or no position: it and the rest are left out", i)
			return
		}
		proto := r.stage.Prim(n.prototypes[k])
		if proto == nil {
			p.Lossf("there is no prototype %.100q", n.prototypes[k])
			return
		}
		inner := v
		inner.at = v.at.mul(n.at(i))
		if known, ok := still[proto.Path]; len(n.which) > manyCopies && v.body == nil {
			if !ok {
				known = standsStill(proto)
				still[proto.Path] = known
			}
			if known && r.copyOf(&n, i, &inner) {
				continue
			}
		}
		inner.from, inner.to = proto.Path, v.path(p.Path)+"/"+proto.Name+"_"+itoa(i)
		if r.copies++; r.copies > model.MaxBodies {
			p.Errorf("more than %d instances that move, or differ in scale", model.MaxBodies)
			return
		}
		before := len(r.bodies)
		r.visit(proto, inner)
		if still[proto.Path] {
			if back, ok := inner.at.inverse(); ok {
				n.originals[n.key(i)] = &copied{back, r.bodies[before:len(r.bodies):len(r.bodies)]}
			}
		}
	}
}

// skips reports whether an instance is not to be seen.
func (n *instancer) skips(i int) bool {
	id := float64(i)
	if i < len(n.ids) {
		id = n.ids[i]
	}
	return n.hidden[id]
}

// at is where an instance is in the instancer.
func (n *instancer) at(i int) matrix {
	at := identity
	at.at = vector(n.positions[3*i : 3*i+3])
	if 4*i+4 <= len(n.rotations) {
		if q, ok := quaternion(n.rotations[4*i : 4*i+4]).unit(); ok {
			at = at.mul(rotation(q))
		}
	}
	if 3*i+3 <= len(n.scales) {
		at = at.mul(scaling(vector(n.scales[3*i : 3*i+3])))
	}
	return at
}

func (n *instancer) key(i int) original {
	key := original{prototype: int(n.which[i])}
	if 3*i+3 <= len(n.scales) {
		key.scale = [3]float64(n.scales[3*i : 3*i+3])
	}
	return key
}

// standsStill reports whether all that a prototype has are colliders that stand still.
func standsStill(p *usdstage.Prim) bool {
	if p.Applied("PhysicsRigidBodyAPI") || p.Applied("PhysicsFilteredPairsAPI") || jointTypes[p.Type] ||
		p.Type == "PointInstancer" ||
		drawable[p.Type] && !p.Applied("PhysicsCollisionAPI") {
		return false
	}
	for _, op := range p.Words("xformOpOrder") {
		if op == resetStack {
			return false
		}
	}
	for _, c := range p.Children {
		if !standsStill(c) {
			return false
		}
	}
	return true
}

// copyOf adds an instance as copies of the bodies of the first one like it; false if it is the first.
func (r *reader) copyOf(n *instancer, i int, v *view) bool {
	of := n.originals[n.key(i)]
	if of == nil {
		return false
	}
	move := v.at.mul(of.back)
	for _, b := range of.bodies {
		if r.copied += max(1, len(b.colliders)); r.copied > model.MaxCopies {
			n.prim.Errorf("more than %d copies of colliders", model.MaxCopies)
			return true
		}
		moved := move.mul(rigid(b.frame))
		at, _, _ := moved.split()
		if b.copies == nil {
			b.visuals = nil
			r.noted.add(n.prim, "copies", model.RankIgnored,
				"so many instances that stand still are drawn as their shapes")
		}
		b.copies = append(b.copies, vec.Transform{P: at.P, Q: at.Q})
	}
	return true
}
