// Package tree is a dynamic tree of axis-aligned boxes, the broad phase of the physics.
//
// Every shape is a leaf, called a proxy; every inner node bounds its two children. New leaves
// are inserted where they add the least surface area, and rotations repair what earlier
// insertions got wrong (Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019). A leaf that
// moves is enlarged in place, which is several times cheaper than taking it out and putting it
// back; its ancestors are marked, and once per step Rebuild builds the marked part of the tree
// anew from the top.
//
// All lengths are metres in the world frame. The shape of the tree and every result depend on
// the sequence of calls only. Reading calls (Query, Cast, Overlaps and the accessors) change
// nothing and may run at the same time on any number of goroutines.
package tree
