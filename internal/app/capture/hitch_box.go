package capture

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/trace"
	"sync/atomic"
	"time"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/renderer"
)

// HitchOptions say how hitches are captured.
type HitchOptions struct {
	// Folder gets a folder for each capture.
	Folder string
	// MaxBytes bounds all captures in the folder together; 0 takes 256 MB.
	MaxBytes int64
	// Cooldown (ns) is the rest after a capture, in which nothing is captured; 0 takes ten seconds.
	Cooldown int64
	// Trace keeps an execution trace of the last seconds, which a capture saves.
	Trace bool
}

const (
	defaultHitchBytes = 256 << 20
	defaultCooldown   = 10 * timestep.Second
	// keyframeTicks is how many ticks lie between two keyframes at least.
	keyframeTicks = 100
	// keyframeShare (ratio): keyframes are at least so many times further apart than the time that a keyframe takes.
	keyframeShare = 200
	// traceAge and traceBytes bound the past that an execution trace keeps.
	traceAge   = 5 * time.Second
	traceBytes = 16 << 20
)

// HitchBox captures the causes of long frames: an execution trace, the times of the last frames and ticks, the state of
// the world before the bad step with the input since, the parameters, a picture and a line of text. The main thread
// only copies; a goroutine of its own writes.
type HitchBox struct {
	clock   func() int64 // ns, nil for none
	options HitchOptions
	on      bool

	flight *trace.FlightRecorder
	ticks  [tickHistory]tickRecord
	next   int
	count  int

	keys     [3]*keyframe // two in use, the newer one first, and one that may be with the writer
	keyCost  int64        // ns
	lastKey  uint64
	builds   uint64 // of the session, and its jumps
	jumps    uint64
	islands  []physics.IslandLoad
	captured int
	missed   int // hitches during or soon after a capture

	until    int64 // no capture before (ns)
	job      *hitchJob
	picture  uint64 // packet of the picture that the job waits for, 0 none
	deadline int64  // for the picture (ns)
	busy     atomic.Bool
	written  atomic.Int64 // bytes
	done     atomic.Pointer[hitchResult]
	last     string // the newest cause
}

// NewHitchBox makes a box that reads the clock (ns), nil for none. It captures nothing before Start.
func NewHitchBox(clock func() int64) *HitchBox { return &HitchBox{clock: clock} }

// hitchResult is the outcome of writing a capture.
type hitchResult struct {
	folder string
	err    error
}

// Start begins to watch for hitches.
func (b *HitchBox) Start(o HitchOptions) error {
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
	b.options, b.on, b.count, b.lastKey, b.until = o, true, 0, 0, 0
	if o.Trace {
		b.flight = trace.NewFlightRecorder(trace.FlightRecorderConfig{MinAge: traceAge, MaxBytes: traceBytes})
		if err := b.flight.Start(); err != nil {
			b.flight = nil
			return fmt.Errorf("app: execution trace: %w", err)
		}
	}
	return nil
}

// hitchFolder is the folder of captures that a user has switched on in the window.
const hitchFolder = "tumble-hitches"

// Toggle begins to capture hitches or ends it, and returns a text for the user. Without a folder in the options
// captures go to one within folder.
func (b *HitchBox) Toggle(o HitchOptions, within string) string {
	if b.on {
		b.Stop()
		return fmt.Sprintf("%d hitches captured", b.captured)
	}
	if o.Folder == "" {
		o = HitchOptions{Folder: filepath.Join(within, hitchFolder), Trace: true}
	}
	if err := b.Start(o); err != nil {
		return err.Error()
	}
	return "hitches are captured in " + o.Folder
}

// On reports whether hitches are captured.
func (b *HitchBox) On() bool { return b.on }

// Missed counts the hitches during or soon after a capture, which are not captured.
func (b *HitchBox) Missed() int { return b.missed }

// Newest is the cause of the newest hitch that was captured.
func (b *HitchBox) Newest() string { return b.last }

// now reads the clock (ns); 0 without one.
func (b *HitchBox) now() int64 {
	if b.clock == nil {
		return 0
	}
	return b.clock()
}

// Stop ends watching and waits for a capture in progress.
func (b *HitchBox) Stop() {
	b.on = false
	b.Flush()
	if b.flight != nil {
		b.flight.Stop()
		b.flight = nil
	}
}

// Flush sends off a capture that still waits for its picture, and waits until it is written.
func (b *HitchBox) Flush() {
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

// Before notes the input of a tick before it runs, and now and then a keyframe.
func (b *HitchBox) Before(t timestep.TickTime, events []input.Event, s *session.Session) {
	if !b.on {
		return
	}
	interval := uint64(max(keyframeTicks, keyframeShare*b.keyCost*t.Hz/timestep.Second))
	if !b.keys[0].valid || t.N >= b.lastKey+interval || t.N <= b.lastKey || b.elsewhere(s) {
		b.keep(t.N-1, s)
	}
	for _, k := range b.keys[:2] {
		if !k.valid {
			continue
		}
		if k.dt != t.Dt {
			k.dt = t.Dt
			k.events = append(
				k.events, input.TickEvent{Tick: t.N, Event: input.Event{Kind: input.EventTickLength, S: t.Dt}})
		}
		for i := range events {
			k.events = append(k.events, input.TickEvent{Tick: t.N, Event: events[i]})
		}
	}
}

// elsewhere reports whether the session does not go on from the tick before.
func (b *HitchBox) elsewhere(s *session.Session) bool {
	return b.builds != s.Rebuilds() || b.jumps != s.Jumps()
}

// keep makes a keyframe of the state after a tick.
func (b *HitchBox) keep(tick uint64, s *session.Session) {
	if b.elsewhere(s) {
		// older keyframes belong to another world, or another past
		b.keys[0].valid, b.keys[1].valid = false, false
	}
	k := b.keys[1]
	b.keys[0], b.keys[1] = k, b.keys[0]
	b.lastKey, b.builds, b.jumps = tick+1, s.Rebuilds(), s.Jumps()
	begin := b.now()
	k.valid = s.World().Snapshot(&k.snapshot) == nil
	k.state.Take(s)
	b.keyCost = max(b.now()-begin, 0)
	k.tick, k.dt, k.events = tick, 0, k.events[:0]
}

// After notes the cost of a tick.
func (b *HitchBox) After(t timestep.TickTime, events []input.Event, wall int64, w *physics.World) {
	if !b.on {
		return
	}
	c := w.Counters()
	b.ticks[b.next] = tickRecord{
		Tick: t.N, Dt: t.Dt, Wall: wall, Profile: w.Profile(), Awake: c.AwakeBodies, Contacts: c.AwakeContacts,
		Points: c.ManifoldPoints, Islands: c.Islands, Recycled: c.RecycledContacts, NewPairs: c.NewPairs,
		Fast:     c.FastBodies,
		Commands: len(events), Named: session.CommandKindsOf(events),
	}
	b.next = (b.next + 1) % tickHistory
	b.count = min(b.count+1, tickHistory)
}

// at is the record of the tick so many ticks ago.
func (b *HitchBox) at(ago int) *tickRecord {
	return &b.ticks[(b.next-1-ago+2*tickHistory)%tickHistory]
}

// worst is the longest of the steps ticks of a frame that ends with the tick upTo.
func (b *HitchBox) worst(upTo uint64, steps int) tickRecord {
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

// Hitch takes a hitch of the loop, and returns a text for the user.
func (b *HitchBox) Hitch(h diagnose.Hitch, loop *engine.Loop, s *session.Session) string {
	if !b.on {
		return ""
	}
	if h.Time < b.until || b.job != nil || b.busy.Load() {
		b.missed++
		return ""
	}
	if b.written.Load() >= b.options.MaxBytes {
		b.on = false
		return "captures of hitches have filled " + b.options.Folder + ": no more are taken"
	}
	b.capture(h, loop, s)
	return "hitch: " + b.last
}

// capture copies the data for the writer.
func (b *HitchBox) capture(h diagnose.Hitch, loop *engine.Loop, s *session.Session) {
	sample := *loop.NewestSample()
	r := b.worst(sample.Tick, sample.Steps)
	b.islands = s.World().IslandLoads(b.islands[:0])
	j := &hitchJob{
		written: &b.written, hitch: h, sample: sample, tick: r, folder: b.options.Folder, session: s.BuildInfo(),
		frames: make([]diagnose.FrameSample, diagnose.HitchHistory), ticks: make([]tickRecord, 0, tickHistory),
		flight: b.flight,
		missed: b.missed,
	}
	j.frames = j.frames[:loop.FrameSamples(j.frames)]
	for ago := b.count - 1; ago >= 0; ago-- {
		j.ticks = append(j.ticks, *b.at(ago))
	}
	j.islands = append(j.islands, b.islands[:min(len(b.islands), 16)]...)
	// the newest keyframe before the bad tick goes to the writer, and the spare one takes its place
	for i := range 2 {
		if k := b.keys[i]; k.valid && (r.Tick == 0 || k.tick < r.Tick) {
			j.key = k
			b.keys[i], b.keys[2] = b.keys[2], k
			b.keys[i].valid = false
			break
		}
	}
	j.cause = causeOf(&h, &sample, &r, b.islands)
	b.last = j.cause.Text
	b.job, b.captured, b.missed = j, b.captured+1, 0
	b.until = h.Time + b.options.Cooldown
	b.deadline = h.Time + pictureWait
}

// pictureWait is how long a capture waits for its picture (ns).
const pictureWait = 2 * timestep.Second

// WantsPicture reports whether the frame being recorded is to be the picture of a capture.
// Pictures that the user asked for come first.
func (b *HitchBox) WantsPicture(shots *Screenshots, p *renderer.Packet) bool {
	if b.job == nil || b.picture != 0 || shots.Pending() {
		return false
	}
	b.picture = p.Header.ID
	return true
}

// Collect takes the picture of a capture when it has arrived and sends the capture to the writer. It returns a text for
// the user about the capture written last.
func (b *HitchBox) Collect(ex renderer.Executor, now int64) (told string) {
	if r := b.done.Swap(nil); r != nil {
		// the load of writing must not be the next hitch
		b.until = max(b.until, now+b.options.Cooldown)
		if r.err != nil {
			told = r.err.Error()
		} else {
			told = "hitch captured in " + r.folder
		}
	}
	if b.job == nil {
		return told
	}
	if b.picture != 0 && ex.TakeCapture(&b.job.picture) || now > b.deadline {
		b.send()
	}
	return told
}

// Waiting reports whether a picture of a capture is on its way.
func (b *HitchBox) Waiting() bool { return b.job != nil && b.picture != 0 }

// send hands the capture to a goroutine of its own.
func (b *HitchBox) send() {
	j := b.job
	b.job, b.picture = nil, 0
	b.busy.Store(true)
	go func() {
		folder, err := j.write()
		b.done.Store(&hitchResult{folder, err})
		b.busy.Store(false)
	}()
}
