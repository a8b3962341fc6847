//go:build !js

package diagnose

import (
	"fmt"
	"runtime/pprof"
	"strings"
)

// ticksPerNs is the rate of the ticks in which the runtime counts waits; only the text of its profile tells it.
func ticksPerNs() float64 {
	var b strings.Builder
	if p := pprof.Lookup("block"); p == nil || p.WriteTo(&b, 1) != nil {
		return 1
	}
	_, text, _ := strings.Cut(b.String(), "cycles/second=")
	var rate float64
	if _, err := fmt.Sscan(text, &rate); err != nil || rate <= 0 {
		return 1
	}
	return rate / 1e9
}
