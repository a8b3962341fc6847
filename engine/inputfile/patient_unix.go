//go:build unix

package inputfile

import "syscall"

// patient keeps an open from waiting for a writer of a FIFO.
const patient = syscall.O_NONBLOCK
