//go:build !js

package capture

import (
	"io"
	"runtime/pprof"
)

func startProfile(out io.Writer) error { return pprof.StartCPUProfile(out) }

func stopProfile() { pprof.StopCPUProfile() }
