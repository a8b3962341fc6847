package app

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/trace"
	"strings"
	"sync/atomic"
	"time"

	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/renderer"
)

// HitchOptions say how hitches are captured.
type HitchOptions struct {
	// Folder is where captures go, one folder each.
	Folder string
	// MaxBytes is how much all captures in the folder may take; 0 takes 256 MB.
	MaxBytes int64
	// Cooldown is how long nothing is captured after a capture (ns); 0 takes ten seconds.
	Cooldown int64
	// Trace keeps an execution trace of the last seconds, which a capture saves.
	Trace bool
}

const (
	defaultHitchBytes = 256 << 20
	defaultCooldown   = 10 * timestep.Second
	// keyframeTicks is how many ticks lie between two keyframes at least.
	keyframeTicks = 100
	// keyframeShare is how many times longer the distance of keyframes is than what making one takes.
	keyframeShare = 200
	// tickHistory is how many ticks the ring of their figures reaches back.
	tickHistory = 512
	// traceAge and traceBytes are how much of the past an execution trace keeps.
	traceAge   = 5 * time.Second
	traceBytes = 16 << 20
)

// tickRecord is what one tick took and what there was to do in it.
type tickRecord struct {
	Tick     uint64
	Dt       float32
	Wall     int64 // ns, of the commands and the step
	Profile  physics.Profile
	Awake    int
	Contacts int
	Points   int
	Islands  int
	Recycled int
	NewPairs int
	Fast     int
	Commands int
	Named    commandSet // which kinds of command there were
}

// keyframe is a state that a run can be continued from, with the input that came after it.
type keyframe struct {
	valid    bool
	tick     uint64
	dt       float32
	state    sessionState
	snapshot physics.Snapshot
	events   []input.TickEvent
}

// hitchBox captures what is needed to find out why a frame was long: an execution trace, the times of the last
// frames and ticks, the state of the world before the bad step with the input since, the parameters, a picture and
// a verdict. The main thread only copies; a goroutine of its own writes.
type hitchBox struct {
	app     *App
	options HitchOptions
	on      bool

	flight *trace.FlightRecorder
	ticks  [tickHistory]tickRecord
	next   int
	count  int

	keys     [3]*keyframe // two in use, the newer one first, and one that may be with the writer
	keyCost  int64        // ns
	lastKey  uint64
	builds   uint64
	islands  []physics.IslandLoad
	captured int
	missed   int // hitches while one was being written, or soon after

	until    int64 // no capture before (ns)
	job      *hitchJob
	picture  uint64 // packet of the picture that the job waits for, 0 none
	deadline int64  // for the picture (ns)
	busy     atomic.Bool
	written  atomic.Int64 // bytes
	done     atomic.Pointer[hitchResult]
	last     string // the newest verdict
}

// hitchResult is what the writer tells.
type hitchResult struct {
	folder string
	err    error
}

// start begins to watch for hitches.
func (b *hitchBox) start(o HitchOptions) error {
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultHitchBytes
	}
	if o.Cooldown <= 0 {
		o.Cooldown = defaultCooldown
	}
	if err := os.MkdirAll(o.Folder, 0o755); err != nil {
		return fmt.Errorf("app: captures of hitches: %w", err)
	}
	used, err := captureBytes(o.Folder)
	if err != nil {
		return fmt.Errorf("app: captures of hitches: %w", err)
	}
	b.written.Store(used)
	for i := range b.keys {
		b.keys[i] = &keyframe{}
	}
	b.options, b.on, b.count, b.lastKey = o, true, 0, 0
	if o.Trace {
		b.flight = trace.NewFlightRecorder(trace.FlightRecorderConfig{MinAge: traceAge, MaxBytes: traceBytes})
		if err := b.flight.Start(); err != nil {
			b.flight = nil
			return fmt.Errorf("app: execution trace: %w", err)
		}
	}
	return nil
}

// hitchFolder is where captures go that were switched on in the window.
const hitchFolder = "tumble-hitches"

// toggleHitches switches the capture of hitches.
func (a *App) toggleHitches(now int64) {
	b := &a.box
	if b.on {
		b.stop()
		a.hud.say(now, fmt.Sprintf("%d hitches captured", b.captured))
		return
	}
	o := a.options.Hitches
	if o.Folder == "" {
		o = HitchOptions{Folder: hitchFolder, Trace: true}
	}
	if err := b.start(o); err != nil {
		a.hud.say(now, err.Error())
		return
	}
	a.hud.say(now, "hitches are captured in "+o.Folder)
}

// stop ends watching and waits for a capture in progress.
func (b *hitchBox) stop() {
	b.on = false
	b.flush()
	if b.flight != nil {
		b.flight.Stop()
		b.flight = nil
	}
}

// flush sends off a capture that still waits for its picture, and waits until it is written.
func (b *hitchBox) flush() {
	if b.job != nil {
		b.send()
	}
	for range 1000 {
		if !b.busy.Load() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// captureBytes is how much the captures in a folder take.
func captureBytes(folder string) (sum int64, err error) {
	err = filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() && strings.Contains(path, hitchPrefix) {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}

// before notes the input of a tick before it runs, and now and then a keyframe.
func (b *hitchBox) before(t timestep.TickTime, events []input.Event) {
	if !b.on {
		return
	}
	s := b.app.session
	interval := uint64(max(keyframeTicks, keyframeShare*b.keyCost*t.Hz/timestep.Second))
	if !b.keys[0].valid || t.N >= b.lastKey+interval || t.N <= b.lastKey || b.builds != s.Rebuilds() {
		b.keep(t.N-1, s)
	}
	for _, k := range b.keys[:2] {
		if !k.valid {
			continue
		}
		if k.dt != t.Dt {
			k.dt = t.Dt
			k.events = append(k.events, input.TickEvent{Tick: t.N, Event: input.Event{Kind: input.EventTickLength, S: t.Dt}})
		}
		for i := range events {
			k.events = append(k.events, input.TickEvent{Tick: t.N, Event: events[i]})
		}
	}
}

// keep makes a keyframe of the state after a tick.
func (b *hitchBox) keep(tick uint64, s *Session) {
	if b.builds != s.Rebuilds() {
		// older ones belong to another world
		b.keys[0].valid, b.keys[1].valid = false, false
	}
	k := b.keys[1]
	b.keys[0], b.keys[1] = k, b.keys[0]
	b.lastKey, b.builds = tick+1, s.Rebuilds()
	begin := b.app.now()
	k.valid = s.World().Snapshot(&k.snapshot) == nil
	k.state.take(s)
	b.keyCost = max(b.app.now()-begin, 0)
	k.tick, k.dt, k.events = tick, 0, k.events[:0]
}

// after notes what a tick took.
func (b *hitchBox) after(t timestep.TickTime, events []input.Event, wall int64) {
	if !b.on {
		return
	}
	w := b.app.session.World()
	c := w.Counters()
	b.ticks[b.next] = tickRecord{
		Tick: t.N, Dt: t.Dt, Wall: wall, Profile: w.Profile(), Awake: c.AwakeBodies, Contacts: c.AwakeContacts,
		Points: c.ManifoldPoints, Islands: c.Islands, Recycled: c.RecycledContacts, NewPairs: c.NewPairs, Fast: c.FastBodies,
		Commands: len(events), Named: commandsOf(events),
	}
	b.next = (b.next + 1) % tickHistory
	b.count = min(b.count+1, tickHistory)
}

// at is the record of a tick that was so many ticks ago.
func (b *hitchBox) at(ago int) *tickRecord {
	return &b.ticks[(b.next-1-ago+2*tickHistory)%tickHistory]
}

// worst is the longest of the ticks up to a tick that belong to its frame.
func (b *hitchBox) worst(upTo uint64, steps int) tickRecord {
	var worst tickRecord
	for ago := range b.count {
		r := b.at(ago)
		if r.Tick > upTo {
			continue
		}
		if r.Tick+uint64(max(steps, 1)) <= upTo {
			break
		}
		if worst.Tick == 0 || r.Wall > worst.Wall {
			worst = *r
		}
	}
	return worst
}

// hitch is the OnHitch of the loop.
func (b *hitchBox) hitch(h diagnose.Hitch) {
	if !b.on || b.app.lab.open() {
		return
	}
	if h.Time < b.until || b.job != nil || b.busy.Load() {
		b.missed++
		return
	}
	if b.written.Load() >= b.options.MaxBytes {
		b.on = false
		b.app.hud.say(h.Time, "captures of hitches have filled "+b.options.Folder+": no more are taken")
		return
	}
	b.capture(h)
}

// capture copies what the writer needs.
func (b *hitchBox) capture(h diagnose.Hitch) {
	a := b.app
	sample := *a.loop.NewestSample()
	r := b.worst(sample.Tick, sample.Steps)
	b.islands = a.session.World().IslandLoads(b.islands[:0])
	j := &hitchJob{
		box: b, hitch: h, sample: sample, tick: r, folder: b.options.Folder, session: a.session.describe(),
		frames: make([]diagnose.FrameSample, diagnose.HitchHistory), ticks: make([]tickRecord, 0, tickHistory), flight: b.flight,
		missed: b.missed,
	}
	j.frames = j.frames[:a.loop.FrameSamples(j.frames)]
	for ago := b.count - 1; ago >= 0; ago-- {
		j.ticks = append(j.ticks, *b.at(ago))
	}
	j.islands = append(j.islands, b.islands[:min(len(b.islands), 16)]...)
	// the newest keyframe before the bad tick goes with the writer, and its place is taken by the spare one
	for i := range 2 {
		if k := b.keys[i]; k.valid && (r.Tick == 0 || k.tick < r.Tick) {
			j.key = k
			b.keys[i], b.keys[2] = b.keys[2], k
			b.keys[i].valid = false
			break
		}
	}
	j.verdict = verdictOf(&h, &sample, &r, b.islands)
	b.last = j.verdict.Text
	b.job, b.captured, b.missed = j, b.captured+1, 0
	b.until = h.Time + b.options.Cooldown
	b.deadline = h.Time + pictureWait
	a.hud.say(h.Time, "hitch: "+j.verdict.Text)
}

// pictureWait is how long a capture waits for its picture (ns).
const pictureWait = 2 * timestep.Second

// wantsPicture reports whether the frame being recorded is to be the picture of a capture.
// Pictures that the user asked for come first.
func (b *hitchBox) wantsPicture(shots *pictures, p *renderer.Packet) bool {
	if b.job == nil || b.picture != 0 || shots.pending() {
		return false
	}
	b.picture = p.Header.ID
	return true
}

// collect takes the picture when it has arrived, sends the capture off and tells what became of the last one.
func (b *hitchBox) collect(ex renderer.Executor, now int64) {
	if r := b.done.Swap(nil); r != nil {
		// what writing did to the machine must not be the next hitch
		b.until = max(b.until, now+b.options.Cooldown)
		if r.err != nil {
			b.app.hud.say(now, r.err.Error())
		} else {
			b.app.hud.say(now, "hitch captured in "+r.folder)
		}
	}
	if b.job == nil {
		return
	}
	if b.picture != 0 && ex.TakeCapture(&b.job.picture) || now > b.deadline {
		b.send()
	}
}

// waiting reports whether a picture of a capture is on its way.
func (b *hitchBox) waiting() bool { return b.job != nil && b.picture != 0 }

// send hands the capture to a goroutine of its own.
func (b *hitchBox) send() {
	j := b.job
	b.job, b.picture = nil, 0
	b.busy.Store(true)
	go func() {
		folder, err := j.write()
		b.done.Store(&hitchResult{folder, err})
		b.busy.Store(false)
	}()
}

// describe is the scene as it was built, for a capture.
func (s *Session) describe() record.SceneInfo {
	return record.SceneInfo{Scene: s.Config.Scene.Name, Hz: int64(s.Config.Loop.Hertz), Params: append([]record.Param(nil), s.built...)}
}
