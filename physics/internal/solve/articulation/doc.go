// Package articulation solves joints that hang together as one linear system, instead of one by one.
package articulation
