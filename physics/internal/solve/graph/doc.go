// Package graph is the constraint graph: it gives every contact and joint of awake bodies a colour, such that no
// movable body occurs twice in a colour.
package graph
