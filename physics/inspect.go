package physics

import (
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
)

// The readers of this file show what is inside of a world, for pictures and panels; the
// simulation does not need them.

// Island returns the number of the island of a dynamic body. Bodies that hang together by contacts and
// joints share it; it may change with every step. ok is false for other bodies.
func (b Body) Island() (island int, ok bool) {
	r := b.read()
	if r.Island == state.None {
		return 0, false
	}
	return int(r.Island), true
}

// SleepTime returns how long (s) the body has rested, 0 for one that moves.
func (b Body) SleepTime() float32 { return b.read().SleepTime }

// Color returns the colour of the constraint graph that the joint is solved in. ok is false
// while it sleeps. Constraints of a colour share no movable body; colour GraphColors−1 takes what
// fits nowhere else.
func (j Joint) Color() (color int, ok bool) {
	r := j.read()
	if r.Color == state.None {
		return 0, false
	}
	return int(r.Color), true
}

// TreeNode is a box of the broad phase.
type TreeNode struct {
	Bounds AABB
	// Depth is 0 at the root.
	Depth int32
	// Leaf nodes are the fat bounds of shapes.
	Leaf bool
}

// TreeNodes appends the nodes of the broad phase of bodies of a type down to a depth, parents before
// their children.
func (w *World) TreeNodes(kind BodyType, maxDepth int, buf []TreeNode) []TreeNode {
	if kind >= bodyTypeCount {
		return buf
	}
	var walk tree.Walk
	for walk.Start(&w.broad.Trees[kind]); walk.Next(&w.broad.Trees[kind], int32(max(maxDepth, 0))); {
		buf = append(buf, TreeNode{Bounds: walk.Box, Depth: walk.Depth, Leaf: walk.Leaf})
	}
	return buf
}
