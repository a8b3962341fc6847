package engine

import (
	"context"
	"fmt"
	"runtime/trace"

	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// draw records and submits a packet if there is a new picture, a window to show the picture and a free packet. It never
// waits for the render side.
func (l *Loop) draw(now int64) error {
	ex := l.cfg.Executor
	if ex == nil {
		return nil
	}
	if err := l.watch(now); err != nil {
		return err
	}
	if !l.frame.Show.Draw {
		l.snoozeUntil = now + l.frame.Show.Snooze
		if !l.dirty {
			return nil
		}
	}
	if l.frame.redrawAt != 0 && now >= l.frame.redrawAt {
		l.dirty = true
	}
	if !l.visible() || !l.wantsFrame() {
		l.stood = true
		return nil
	}
	limit := l.frameLimit()
	if now < l.frameStart(now, limit) {
		// long frames are intended under a limit below half of the display's rate
		l.stood = l.stood || limit != 0 && 2*limit < 1000*timestep.Second/l.period()
		return nil
	}
	if !l.acquire(now) {
		return nil
	}
	return l.record(now)
}

// BetweenFrames reports whether the loop has woken for something else than the next picture, which it draws later.
func (l *Loop) BetweenFrames(now int64) bool {
	if l.cfg.Executor == nil || !l.visible() || l.Virtual().Standing() || now < l.snoozeUntil {
		return false
	}
	return now < l.frameStart(now, l.frameLimit()) || !l.acquire(now)
}

// visible reports whether a frame could be seen at all.
func (l *Loop) visible() bool {
	w := l.cfg.Window
	if w == nil {
		return true
	}
	width, height := w.FramebufferSize()
	return w.Visible() && width > 0 && height > 0
}

// wantsFrame reports whether the picture may have changed: time runs, or something happened.
func (l *Loop) wantsFrame() bool {
	return l.dirty || !l.Virtual().Standing()
}

// acquire holds a free packet from frame to frame until it is used. With vsync every packet is drawn; without
// it a packet that the render side is slow to take is replaced by a newer one.
func (l *Loop) acquire(now int64) bool {
	if l.packet == nil {
		h := renderer.InOrder
		if l.cfg.Vsync == renderer.VsyncOff && now-l.lastSubmit > l.mailbox() {
			h = renderer.Newest
		}
		l.packet = l.cfg.Executor.Acquire(h)
	}
	return l.packet != nil
}

// latch moves the eye of the frame that waits to be drawn by the input that came after its recording.
func (l *Loop) latch(now int64) {
	if l.newestInput == 0 || l.lastRecorded == 0 || l.cfg.Executor == nil {
		return
	}
	if s, ok := l.cfg.Simulation.(Latcher); ok {
		if v, ok := s.Latch(now - l.lastRecorded); ok {
			l.view = v
			l.cfg.Executor.Latch(&l.view, l.newestInput)
		}
	}
}

// mailbox is how long a frame without vsync waits for the render side: half of the time that the render side took for
// the frame before, or takes so far. Recording a frame that nobody sees takes time from drawing.
func (l *Loop) mailbox() int64 {
	p := &l.status.LastPresent
	return min(max(mailboxAfter, (p.DrawEnd-p.Begin)/2, (l.lastSubmit-p.DrawEnd)/2), housekeeping)
}

// watch follows the progress of the render side, and ends the program when the driver does not return.
func (l *Loop) watch(now int64) error {
	// the swap of a covered window may wait for as long as other windows cover it
	covered := l.cfg.Window != nil && !l.cfg.Window.Focused() && l.status.Drawing.Phase == renderer.PhaseSwap
	h := l.cfg.Executor.Watch(now, l.visible() && !covered)
	l.status.Drawing = h
	l.status.ShownNs = l.shown
	if h.Phase != renderer.PhaseIdle && l.shown != 0 {
		l.status.ShownNs = max(l.shown, now-l.status.LastPresent.SwapEnd)
	}
	if h.Stacks != "" && l.cfg.OnStall != nil {
		l.cfg.OnStall(h)
	}
	if h.State == renderer.StateDead {
		return fmt.Errorf("engine: no progress for %.0f s while %v: %w", float64(h.Still)/1e9, h.Phase, ErrDriverHung)
	}
	return nil
}

// record fills the packet with the picture of this frame and hands it to the render side.
func (l *Loop) record(now int64) error {
	region := trace.StartRegion(context.Background(), "record")
	defer region.End()
	f, p := &l.frame, l.packet
	l.blend(&f.Show)
	l.nodes.Update(l.poses)
	f.Packet, f.Now, f.Elapsed, f.redrawAt = p, now, now-l.lastRecorded, 0
	if l.lastRecorded == 0 {
		f.Elapsed = 0
	}
	f.Width, f.Height, f.Scale = l.size()
	l.header(now)
	l.limiter.Started(now)
	l.status.FrameNs = f.Elapsed
	l.detectHitch(now)
	l.hitch.BeginWork()
	begin := l.cfg.Clock.Now()
	p.Header.RecordBegin = begin
	l.lastRecorded = now
	l.dirty = false
	if err := l.cfg.Simulation.Record(f); err != nil {
		return fmt.Errorf("engine: recording a frame: %w", err)
	}
	end := l.cfg.Clock.Now()
	p.Header.RecordEnd = end
	l.status.RecordNs = end - now - l.status.StepNs
	l.hitch.Recorded(end - begin)
	l.status.Frames++
	l.lastSubmit = end
	l.packet = nil
	l.oldestInput, l.newestInput = 0, 0
	l.runner.Submitted(p.Header.ID)
	if l.realSpeed() {
		l.pace.Submitted(p.Header.ID, f.Show.Shown, l.status.Lag, l.status.Steps)
	}
	submit := trace.StartRegion(context.Background(), "submit")
	l.cfg.Executor.Submit(p)
	submit.End()
	if !l.starting() {
		return nil
	}
	// an executor that draws at once has the first picture already
	if err := l.feedback(); err != nil {
		return err
	}
	l.suspend()
	return nil
}

// detectHitch looks for the cause of a long frame. A picture that stood still on purpose is no hitch.
func (l *Loop) detectHitch(now int64) {
	s := &l.status
	stood := l.stood
	l.stood = l.Virtual().Standing()
	facts := diagnose.FrameFacts{
		Frame: s.Frames, Tick: s.Tick, Now: now, FrameNs: s.FrameNs, Period: l.period(),
		Honoured: l.cfg.Vsync != renderer.VsyncOff && !s.VsyncIgnored && s.Refresh > 0, Stood: stood,
		Present:  &s.LastPresent,
		Software: l.software,
	}
	hitch, found := l.hitch.Detect(&facts)
	if !found {
		return
	}
	s.Hitches, s.LastHitch = s.Hitches+1, hitch
	if l.cfg.OnHitch != nil {
		l.cfg.OnHitch(hitch)
	}
}

// blend writes the poses to draw.
func (l *Loop) blend(s *timestep.Show) {
	if pv, ok := l.cfg.Simulation.(Previewer); ok && s.CloneDt > 0 {
		l.poses.Blend(timestep.Latest, 0)
		if pv.Preview(s.CloneDt, l.poses) == nil {
			return
		}
	}
	l.poses.Blend(s.Mode, s.Alpha32())
}

func (l *Loop) size() (w, h int, scale float32) {
	if l.cfg.Window == nil {
		return 1280, 720, 1
	}
	w, h = l.cfg.Window.FramebufferSize()
	scale, _ = l.cfg.Window.ContentScale()
	return w, h, scale
}

func (l *Loop) header(now int64) {
	f, h := &l.frame, &l.packet.Header
	h.Tick, h.Alpha, h.SimTime = l.status.Tick, f.Show.Alpha32(), f.Show.Shown
	h.Stepped, l.stepped = l.stepped, 0
	h.Width, h.Height, h.ContentScale = int32(f.Width), int32(f.Height), f.Scale
	h.Vsync, h.SurfaceEpoch = l.cfg.Vsync, l.epoch
	h.OldestInput, h.NewestInput = l.oldestInput, l.newestInput
	if l.lowLatency {
		h.Flags |= renderer.FrameLowLatency
	}
	h.TargetPresent, _ = l.Strategies().Display().NextRefresh()
}

// frameLimit is the limit of frames in 1000 seconds: the user's, the rate of the display when the driver does not wait
// for the display, or the lower limit in the background; 0 for no limit.
func (l *Loop) frameLimit() int64 {
	limit := l.limiter.Rate()
	if l.status.VsyncIgnored && l.cfg.Vsync != renderer.VsyncOff {
		limit = slower(limit, 1000*timestep.Second/l.period())
	}
	if w := l.cfg.Window; w != nil && l.cfg.Background == BackgroundSlow && !w.Focused() {
		limit = slower(limit, UnfocusedMilliHz)
	}
	return limit
}

// frameStart is the earliest moment for the next frame under a limit of frames in 1000 seconds.
func (l *Loop) frameStart(now, limit int64) int64 {
	if limit == 0 {
		return l.justInTime(now)
	}
	if limit == l.limiter.Rate() {
		return l.limiter.Deadline(now)
	}
	// the user's limiter keeps a schedule of its own; other limits count from the last frame
	return l.lastRecorded + 1000*timestep.Second/limit
}

// justInTime is the latest start of a frame that still meets the next refresh. Frames start at once when just-in-time
// is off, and with a strategy that does not follow the display and knows no refresh.
func (l *Loop) justInTime(now int64) int64 {
	if !l.late || l.runner.Strategy().Filter != timestep.FilterDisplay || l.cfg.Vsync == renderer.VsyncOff {
		return now
	}
	refresh, ok := l.Strategies().Display().NextRefresh()
	if !ok || refresh-now > 4*l.period() {
		return now
	}
	return max(now, l.jit.Start(refresh, l.period()))
}

// period is the period of the display (ns), the period of 60 Hz where the system does not tell.
func (l *Loop) period() int64 {
	if l.status.Refresh > 0 {
		return l.status.Refresh
	}
	return timestep.Second / 60
}

// slower is the lower of two frame limits, 0 meaning none.
func slower(a, b int64) int64 {
	if a == 0 || (b != 0 && b < a) {
		return b
	}
	return a
}
