// Command sandbox opens the window of Tumble and does without a window whatever needs none:
// simulating scenes, measuring them, listing parameters, replaying recordings.
//
// Exit codes: 0 fine, 1 an assertion asked for on the command line failed or the work could
// not be done, 64 wrong usage, 65 invalid input file, 69 no display or no usable OpenGL, 70 a
// body was quarantined under --assert-finite, 71 the display driver hung at shutdown, 73 an
// output could not be written or nobody reads the standard output, 75 a limit was hit, 129 hung up, 130 interrupted,
// 143 terminated. 2 is never returned: an uncaught panic exits with it.
package main

import (
	"os"

	"tumble/internal/cli"
	"tumble/internal/memory"
)

func main() {
	memory.Respect()
	finish(execute(cli.UntilSignal(), os.Args[1:], cli.StandardOutput(), os.Stderr))
}
