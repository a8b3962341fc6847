//go:build cgo

package gl

import (
	"fmt"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tumble/renderer"
)

// fenceRing holds the newest fences; an older one is reached when the next newer one is.
type fenceRing struct {
	syncs  [8]uintptr
	newest renderer.Fence
	done   renderer.Fence // the newest known to have been reached
}

// Fence marks the point in the stream of commands that has been reached.
func (d *Device) Fence() renderer.Fence {
	f := &d.fences
	f.newest++
	s := &f.syncs[f.newest%renderer.Fence(len(f.syncs))]
	d.deleteSync(s)
	*s = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	if *s != 0 {
		d.objects.Syncs++
	}
	return f.newest
}

// WaitFence waits until everything before the fence is done, at most timeout nanoseconds.
func (d *Device) WaitFence(fence renderer.Fence, timeout int64) (bool, error) {
	f := &d.fences
	if fence <= f.done {
		return true, nil
	}
	if fence > f.newest {
		return false, fmt.Errorf("gl: wait for fence %d: the newest is %d", fence, f.newest)
	}
	// the oldest fence of the ring stands for all that have left the ring
	if oldest := f.newest - min(f.newest, renderer.Fence(len(f.syncs))-1); fence < oldest {
		fence = oldest
	}
	s := f.syncs[fence%renderer.Fence(len(f.syncs))]
	if s == 0 {
		return false, fmt.Errorf("gl: wait for fence %d: the driver gave none", fence)
	}
	switch gl.ClientWaitSync(s, gl.SYNC_FLUSH_COMMANDS_BIT, uint64(max(timeout, 0))) {
	case gl.ALREADY_SIGNALED, gl.CONDITION_SATISFIED:
		f.done = max(f.done, fence)
		return true, nil
	case gl.TIMEOUT_EXPIRED:
		return false, nil
	}
	return false, fmt.Errorf("gl: wait for fence %d failed: %w", fence, d.check("wait for fence"))
}

func (d *Device) deleteSync(s *uintptr) {
	if *s != 0 {
		gl.DeleteSync(*s)
		d.objects.Syncs--
		*s = 0
	}
}

func (d *Device) deleteFences() {
	for i := range d.fences.syncs {
		d.deleteSync(&d.fences.syncs[i])
	}
}
