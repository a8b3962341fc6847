// Package contact solves contacts: it copies manifolds into blocks, bounces them at the end of the step, and writes their
// impulses back.
package contact
