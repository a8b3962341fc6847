//go:build !windows

package timestep

import "time"

// clockBase keeps the readings small; the difference of two times uses the
// monotonic clock of the system.
var clockBase = time.Now()

func realNow() int64 { return int64(time.Since(clockBase)) }
