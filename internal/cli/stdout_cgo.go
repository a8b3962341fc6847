//go:build cgo && unix

package cli

/*
#include <fcntl.h>

static int closed_at_start;

// Runs before Go's runtime does.
__attribute__((constructor)) static void look_at_output(void) { closed_at_start = fcntl(1, F_GETFD) == -1; }

static int was_closed(void) { return closed_at_start; }
*/
import "C"

func closedAtStart() bool { return C.was_closed() != 0 }
