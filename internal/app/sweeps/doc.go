// Package sweeps runs a study beside the window: in a process of its own, whose rows are read while they are written.
package sweeps
