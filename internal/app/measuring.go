package app

import (
	"runtime"

	"tumble/engine/timestep"
	"tumble/internal/capacity"
	"tumble/renderer/ui"
)

const (
	// measuredHeadroom is the share of a step that the measurement of this machine leaves over.
	measuredHeadroom = .3
	// mostMeasuredWorkers is the largest number of workers of a world that are of use.
	mostMeasuredWorkers = 16
)

// measureMachine counts in the background what this machine runs; the world of the window stands still meanwhile.
func (a *App) measureMachine() {
	if r := a.view.Capacity; r != nil && !r.State().Ended {
		return
	}
	a.loop.Virtual().SetPaused(true)
	a.view.Capacity = capacity.Start(timestep.RealClock(), capacity.Options{
		Hz: a.loop.Status().Hz, Headroom: measuredHeadroom, Workers: min(runtime.GOMAXPROCS(0), mostMeasuredWorkers),
	}, a.wake)
	a.message(a.now(), ui.ToneInfo, "measuring this machine, paused meanwhile: Esc gives up")
}

// stopMeasuring ends the measurement and reports whether one was under way.
func (a *App) stopMeasuring() bool {
	r := a.view.Capacity
	if r == nil || r.State().Ended {
		return false
	}
	r.Cancel()
	a.view.Capacity = nil
	return true
}
