package graph

import (
	"math/rand"
	"testing"
)

// TestGraphInvariants adds and removes random contacts and joints and checks after every
// change that no colour holds a movable body twice, that the positions are right and that the bit
// sets hold exactly the bodies of the colour.
func TestGraphInvariants(t *testing.T) {
	const bodies = 60
	type constraint struct {
		a, b, color, slot int32
		joint, alive      bool
	}
	for seed := int64(1); seed <= 5; seed++ {
		r := rand.New(rand.NewSource(seed))
		movable := func(i int32) bool { return i%7 != 0 }
		var g Graph
		var all []constraint
		check := func() {
			var used [ColorCount][bodies]int
			for i, p := range all {
				if !p.alive {
					continue
				}
				for _, b := range [2]int32{p.a, p.b} {
					if movable(b) {
						used[p.color][b]++
					}
				}
				got := int32(-1)
				if p.joint {
					got = g.Joints(p.color)[p.slot]
				} else {
					got = g.Contacts(p.color)[p.slot].Contact
				}
				if got != int32(i) {
					t.Fatalf("seed %d: constraint %d is not at its position", seed, i)
				}
			}
			for c := int32(0); c < Overflow; c++ {
				for b := int32(0); b < bodies; b++ {
					if used[c][b] > 1 || (used[c][b] == 1) != g.HasBody(c, b) {
						t.Fatalf("seed %d: colour %d uses body %d %d times, marked %v", seed, c, b, used[c][b],
							g.HasBody(c, b))
					}
				}
			}
		}
		for step := 0; step < 1500; step++ {
			if i := r.Intn(len(all) + 1); i < len(all) && r.Intn(2) == 0 {
				p := &all[i]
				if !p.alive {
					continue
				}
				var moved int32
				if p.joint {
					moved = g.RemoveJoint(p.color, p.slot, p.a, p.b)
				} else {
					moved = g.RemoveContact(p.color, p.slot, p.a, p.b)
				}
				p.alive = false
				if moved >= 0 {
					all[moved].slot = p.slot
				}
			} else {
				a, b := int32(r.Intn(bodies)), int32(r.Intn(bodies))
				if a == b || !movable(a) && !movable(b) {
					continue
				}
				p := constraint{a: a, b: b, joint: r.Intn(3) == 0, alive: true}
				id := int32(len(all))
				if p.joint {
					p.color, p.slot = g.AddJoint(id, a, b, movable(a), movable(b))
				} else {
					p.color, p.slot = g.AddContact(Entry{Contact: id, Manifold: id, Count: 1}, a, b, movable(a),
						movable(b))
				}
				if both := movable(a) && movable(b); both && p.color >= dynamicColors && p.color != Overflow || !both &&
					p.color == 0 {
					t.Fatalf("colour %d for movable %v %v", p.color, movable(a), movable(b))
				}
				all = append(all, p)
			}
			check()
		}
	}
}

// TestOverflowSolves: more contacts at one body than there are colours.
func TestOverflowSolves(t *testing.T) {
	var g Graph
	last := int32(0)
	for i := int32(0); i < 40; i++ {
		last, _ = g.AddContact(Entry{Contact: i, Manifold: i, Count: 1}, 0, i+1, true, true)
	}
	if last != Overflow || len(g.Contacts(Overflow)) != 20 {
		t.Errorf("the last of 40 contacts has colour %d, the overflow %d contacts", last, len(g.Contacts(Overflow)))
	}
	var c Graph
	c.CopyFrom(&g)
	if len(c.Contacts(Overflow)) != 20 || !c.HasBody(3, 0) {
		t.Error("the copy differs")
	}
}
