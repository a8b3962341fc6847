// Package forks runs copies of a session with another value of a parameter beside it, in lock-step on the same input, and
// compares them: the first step and body that differ, the distance of every body from its twin, and a table of figures.
package forks
