package app

import (
	"fmt"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer/ui"
)

// Program is a running program whose world the window follows. Its calls return at once.
type Program interface {
	Name() string
	// Size is how much of its recording has arrived (bytes), Ended says why nothing more arrives, nil while it goes on.
	Size() int64
	Ended() error
	// OnArrival calls wake, from other goroutines, when something has arrived.
	OnArrival(wake func())
	// Again returns a recording that begins anew after the window fell behind and was disconnected, nil for none.
	Again() *record.Recording
	// Told returns and forgets why requests failed.
	Told() []string
	// MayPause and MayChange say which requests the program takes.
	MayPause() bool
	MayChange() bool
	// Pause holds the program between two steps, Advance lets it do so many steps and holds it after them.
	Pause(on bool)
	Advance(steps int)
	// Grab takes a body by a point (m, world), Move moves the hand to a point, Release opens it.
	Grab(b physics.Body, at vec.Vec3)
	Move(to vec.Vec3)
	Release()
	// Push gives a body an impulse (N·s) at a point (m, world).
	Push(b physics.Body, impulse, at vec.Vec3)
	// Set changes the settings of the world that differ.
	Set(before, after physics.Settings) error
	// Close ends following; the program goes on.
	Close() error
}

// live is the program whose world the session repeats while it goes on.
type live struct {
	program   Program
	recording *record.Recording
	size      int64 // of the recording that has been read
	// paused says that the user holds time.
	paused bool
	// ahead is the smoothed number of steps that have arrived and are not shown, at is the time of the last look (ns).
	ahead float64
	at    int64
	gone  bool
}

const (
	// liveBuffer is how far the window stays behind a program that steps in real time (s): frames of two clocks that
	// know nothing of each other come unevenly.
	liveBuffer = 0.1
	// liveSmooth is the time constant of ahead (s).
	liveSmooth = 0.3
	// liveFastest and liveSlowest bound the speed of the window (simulated seconds per second).
	liveFastest = 8.0
	liveSlowest = 1.0 / 64
)

// on reports whether the session repeats a program that goes on, or that went on until now; goesOn leaves out the
// latter.
func (l *live) on() bool { return l.program != nil }

func (l *live) goesOn() bool { return l.on() && !l.gone }

// Watch follows a program while it goes on; the session repeats its recording, see Play. The App closes the program.
func (a *App) Watch(program Program, rec *record.Recording) {
	a.live = live{program: program, recording: rec}
	program.OnArrival(a.wake)
}

// followLive reads on in the recording of the program, and lets the clock follow the steps that arrive.
func (a *App) followLive(now int64) error {
	l := &a.live
	if !l.on() {
		return nil
	}
	_, repeats := a.session.World().Repetition()
	if a.replay.recording != l.recording || !repeats {
		return a.endLive()
	}
	for _, text := range l.program.Told() {
		a.message(now, ui.ToneWarn, text)
	}
	if err := a.followAnew(now); err != nil {
		return err
	}
	calls := l.recording.Calls
	ended := l.program.Ended()
	size := l.program.Size()
	if size != l.size && !l.gone {
		l.size = size
		err := calls.Grow(size)
		if err != nil && ended == nil {
			// a program that sends what it must not is left, and its recording stays up to there
			ended = err
		}
	}
	if ended != nil && !l.gone {
		l.gone = true
		calls.Ended()
		a.message(now, ui.ToneAsk, fmt.Sprintf("%s: %v; its recording so far stays", l.program.Name(), ended))
	}
	a.session.ShowSettings()
	a.view.Live = l.text(a.past.history.Past())
	if l.gone || a.past.history.Past() || a.past.play != 0 {
		return nil
	}
	return a.pace(now)
}

// followAnew shows the recording that begins after the window was disconnected, unless the user looks at the past.
func (a *App) followAnew(now int64) error {
	if a.past.history.Past() {
		return nil
	}
	program := a.live.program
	rec := program.Again()
	if rec == nil {
		return nil
	}
	s, err := session.Repeat(rec, a.options.Clock)
	if err == nil {
		err = a.showRecording(s, rec)
	}
	if err != nil {
		return err
	}
	a.live = live{program: program, recording: rec}
	text := program.Name() + ": this window fell behind and has attached again; the timeline begins here"
	a.message(now, ui.ToneAsk, text)
	return nil
}

// text says in a word how the window follows the program.
func (l *live) text(past bool) string {
	switch {
	case l.gone:
		return "GONE"
	case past:
		return "PAST"
	case l.paused:
		return "PAUSED"
	}
	return "LIVE"
}

// endLive leaves the program.
func (a *App) endLive() error {
	program := a.live.program
	a.live, a.view.Live = live{}, ""
	return program.Close()
}

// pace lets time stand while nothing has arrived, and run at a speed in proportion to the steps that wait otherwise. Of
// a program at the pace p the steps of p·liveBuffer wait on average.
func (a *App) pace(now int64) error {
	l, clock := &a.live, a.loop.Virtual()
	wait := a.arrived()
	elapsed := min(float64(now-l.at)/float64(timestep.Second), liveSmooth)
	l.ahead += (float64(wait) - l.ahead) * elapsed / liveSmooth
	l.at = now
	if l.paused || wait == 0 {
		clock.SetPaused(true)
		return nil
	}
	buffer := max(1, liveBuffer*float64(a.session.Config.Loop.Hertz))
	clock.SetPaused(false)
	return clock.SetSpeed(rational(min(max(l.ahead/buffer, liveSlowest), liveFastest)))
}

// pauseLive holds the program, if it allows that, and the window in any case, or lets both go on.
func (a *App) pauseLive(paused bool) {
	l := &a.live
	l.paused, a.forward = paused, 0
	if l.program.MayPause() {
		l.program.Pause(paused)
	}
}

// stepLive shows so many further steps; a program that may be held does them if they have not arrived.
func (a *App) stepLive(n int) {
	l := &a.live
	l.paused = true
	a.loop.Virtual().SetPaused(true)
	a.forward += n
	missing := a.forward - a.arrived()
	if missing > 0 && l.program.MayPause() {
		l.program.Advance(missing)
	}
}

// arrived is how many steps of the program have arrived and are not shown.
func (a *App) arrived() int {
	r, _ := a.session.World().Repetition()
	return r.Steps - r.Step
}

// sendLive sends a command of the user to the program: the hand, a push, a setting of the world.
func (a *App) sendLive(c *input.Event) error {
	l, name := &a.live, a.live.program.Name()
	switch {
	case l.gone:
		return fmt.Errorf("%s is gone: its recording takes no input", name)
	case !l.program.MayChange():
		return fmt.Errorf("%s allows no changes (debug.Options.Allow)", name)
	}
	switch session.Command(c.Code) {
	case session.CommandGrab:
		b, p, ok := a.session.Aim(c)
		if ok {
			l.program.Grab(b, p)
		}
	case session.CommandDrag:
		l.program.Move(c.P)
	case session.CommandRelease:
		l.program.Release()
	case session.CommandPush:
		b, p, ok := a.session.Aim(c)
		if ok {
			l.program.Push(b, c.D.Norm().Mul(float32(c.S*b.Mass())), p)
		}
	case session.CommandSet:
		return a.setLive(c)
	default:
		return refusedLive(name)
	}
	return nil
}

func refusedLive(name string) error {
	return fmt.Errorf("%s takes the hand, pushes and parameters of the world, nothing else", name)
}

// setLive sends a parameter of the world.
func (a *App) setLive(c *input.Event) error {
	settings, ok, err := a.session.SettingsWith(c)
	if err != nil {
		return err
	}
	if !ok {
		return refusedLive(a.live.program.Name())
	}
	return a.live.program.Set(a.session.World().Settings(), settings)
}
