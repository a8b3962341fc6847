// Package sweeps runs a study in a process beside the window, and reads the rows of the study while the process writes
// them.
package sweeps
