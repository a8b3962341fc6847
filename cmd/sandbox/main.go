// Command sandbox opens the window of Tumble and does without a window whatever needs none:
// simulating scenes, measuring them, listing parameters, replaying recordings.
//
// Exit codes: 0 fine, 1 an assertion asked for on the command line failed or the work could
// not be done, 64 wrong usage, 65 invalid input file, 69 no display or no usable OpenGL, 70 a
// body was quarantined under --assert-finite, 71 the display driver hung at shutdown, 75 a
// limit was hit, 130 interrupted. 2 is never returned: it is what an uncaught panic
// exits with.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	go func() {
		// after the first signal the default action returns, so that a second one ends
		// a program that does not come to its end
		<-ctx.Done()
		stop()
	}()
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	os.Exit(code)
}
