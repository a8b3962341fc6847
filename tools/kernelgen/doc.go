// Command kernelgen writes the vector kernels of package physics/internal/solve/kernel: assembly for
// AVX (amd64, eight lanes) and NEON (arm64, four lanes at a time) from one description of the
// passes over contacts and over joints, and of bodies that rotate without torque, in double precision. Run it with go
// generate in that package; its output is committed.
//
// A kernel is straight-line code over lanes (ir.go, contact.go, joint.go, spin.go), to which registers are
// assigned by furthest next use (allocate.go); a back end prints the instructions (avx.go,
// neon.go). The kernels must give the bits of the Go code in contact_*.go and joint_*.go of package kernel and of
// package motion, which defines the results: the same operations in the same order, no fused multiply-add, no
// approximate reciprocals.
package main
