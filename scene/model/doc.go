// Package model describes scenes independently of file formats: bodies, joints, shapes, sites, actuators and
// sensors, with the faults of the file. Readers fill it, Build makes a world of it and finds things by their
// names, Capture describes a running world, and writers read it. It is plain data, which a program may change before
// Build.
package model
