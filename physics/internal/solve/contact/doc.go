// Package contact solves contacts: it copies manifolds into blocks, solves impacts twice in every sub-step, before
// warm starting and before relaxing, and writes the impulses back.
package contact
