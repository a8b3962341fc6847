// Package pose keeps the poses of the last two ticks and blends them for drawing.
//
// Alpha passes through once, downwards:
//
//	Store.Blend(mode, alpha)        sets the moment
//	NodeStore.Update(store)         blends the positions of all nodes: the bounds by which the drawer culls
//	NodeStore.WriteInstances(…)     blends the rotations of the nodes in view and writes their matrices as instances
//
// Positions and rotations are blended apart because culling needs every position and no rotation: with ten thousand
// bodies a frame takes as long as its memory takes to read.
package pose
