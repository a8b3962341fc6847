// Package contact solves contacts: it copies manifolds into blocks, bounces them at the end of the step, and writes their
// impulses back. Two mechanisms stand apart, each in one file: the limiter for clusters of deeply overlapping bodies
// (deep_overlap.go) and the scaling of masses by the supported load (mass_scaling.go).
package contact
