//go:build !unix

package main

// yieldProcessor does nothing: the system has no priorities of that kind.
func yieldProcessor() {}
