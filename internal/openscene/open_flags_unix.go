//go:build unix

package openscene

import "syscall"

// openFlags keep an open from waiting for a writer of a FIFO.
const openFlags = syscall.O_NONBLOCK
