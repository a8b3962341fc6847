//go:build unix

package main

import "syscall"

// yieldProcessor lets everything else on the machine go first.
func yieldProcessor() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10) }
