package sound

import (
	"io"
	"runtime"
	"sync"
	"time"

	"tumble/engine/timestep"
)

// Rate is how many samples there are in a second.
const Rate = 48_000

const (
	// block is how long a step of the mixer is (ns), and in samples.
	block        = 10 * timestep.Millisecond
	blockSamples = Rate / 100
	// latency (us) is the time from the stamp of a knock to its sound: longer than a frame, so that the knocks of all
	// steps of a frame keep their distances, and constant, so that a frame that is long is not heard. Without it:
	// TestKnocksKeepTheirTime.
	latency = 60_000
	// mostVoices sound at once; the oldest gives way.
	mostVoices = 64
	// waiting is how many knocks may wait for the mixer.
	waiting = 1024
)

// Mixer is the thread that makes sound. It is isolated from the loop: it has a timer of its own, which it reads once in
// each cycle, and gets only knocks with stamps from the loop. A timestep.Callback whose steps are blocks of samples
// drives its cycles, so that the sound runs on evenly however late the thread wakes up.
type Mixer struct {
	knocks chan Knock
	quit   chan struct{}
	done   sync.WaitGroup

	// of the thread
	clock  timestep.Clock
	out    *wave
	zero   int64 // reading of the clock at which the timer began, ns
	pos    int64 // samples mixed
	ahead  []Knock
	voices []voice
	mixed  []float32 // not written yet
	err    error
}

// NewMixer returns a mixer that writes to a file, which it closes. clock must be the clock of the stamps.
func NewMixer(file io.WriteCloser, clock timestep.Clock) (*Mixer, error) {
	out, err := newWave(file)
	if err != nil {
		return nil, err
	}
	m := &Mixer{knocks: make(chan Knock, waiting), quit: make(chan struct{}), clock: clock, out: out, zero: clock.Now()}
	m.done.Add(1)
	go m.run()
	return m, nil
}

// Play gives the mixer a knock. It never waits: a mixer that is behind loses the knock.
func (m *Mixer) Play(k Knock) {
	select {
	case m.knocks <- k:
	default:
	}
}

// Close ends the sound and the file, and returns the first error of writing.
func (m *Mixer) Close() error {
	close(m.quit)
	m.done.Wait()
	err := m.out.close()
	if m.err != nil {
		return m.err
	}
	return err
}

// run is the thread.
func (m *Mixer) run() {
	defer m.done.Done()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	timer := timestep.NewTimer(m.clock)
	cycle := timestep.NewCallback(block, func(int64) { m.mix() }, func(int64, float64) { m.write() })
	next := m.clock.Now()
	sleep := time.NewTimer(0)
	defer sleep.Stop()
	for {
		select {
		case <-m.quit:
			return
		case <-sleep.C:
		}
		timer.Update(true)
		m.collect()
		// the next cycle is asked for before this one is worked on; its moment does not depend on how late this one is
		cycle.Frame(int64(timer.Now())*timestep.Microsecond, func() {
			next += block
			sleep.Reset(time.Duration(max(next-m.clock.Now(), 0)))
		})
	}
}

// collect takes the knocks that have come.
func (m *Mixer) collect() {
	for {
		select {
		case k := <-m.knocks:
			m.ahead = append(m.ahead, k)
		default:
			return
		}
	}
}

// mix mixes a block.
func (m *Mixer) mix() {
	end := m.pos + blockSamples
	kept := m.ahead[:0]
	for _, k := range m.ahead {
		from := sampleOf((k.At-m.zero)/timestep.Microsecond + latency)
		if from >= end {
			kept = append(kept, k)
			continue
		}
		if len(m.voices) == mostVoices {
			m.voices = m.voices[:copy(m.voices, m.voices[1:])]
		}
		m.voices = append(m.voices, newVoice(k, max(from, m.pos)))
	}
	m.ahead = kept
	at := len(m.mixed)
	for range blockSamples {
		m.mixed = append(m.mixed, 0)
	}
	on := m.voices[:0]
	for i := range m.voices {
		if m.voices[i].add(m.mixed[at:], m.pos) {
			on = append(on, m.voices[i])
		}
	}
	m.voices, m.pos = on, end
}

// sampleOf is the sample at a time of the mixer (us).
func sampleOf(us int64) int64 { return us * Rate / 1_000_000 }

// write writes the mixed samples. After an error the sound goes on unheard.
func (m *Mixer) write() {
	if m.err == nil && len(m.mixed) > 0 {
		m.err = m.out.write(m.mixed)
	}
	m.mixed = m.mixed[:0]
}
