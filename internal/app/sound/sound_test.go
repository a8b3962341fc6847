package sound

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/vec"
)

// heardIn runs a mixer for a time and returns its samples after what play has done.
func heardIn(t *testing.T, length time.Duration, play func(m *Mixer, now int64)) []float64 {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out.wav")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	clock := timestep.RealClock()
	m, err := NewMixer(file, clock)
	if err != nil {
		t.Fatal(err)
	}
	play(m, clock.Now())
	time.Sleep(length)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(data[:4]) != "RIFF" || int(binary.LittleEndian.Uint32(data[40:])) != len(data)-headerSize {
		t.Errorf("the header says %d bytes, there are %d", binary.LittleEndian.Uint32(data[40:]), len(data)-headerSize)
	}
	var samples []float64
	for i := headerSize; i+1 < len(data); i += 2 {
		samples = append(samples, float64(int16(binary.LittleEndian.Uint16(data[i:])))/32767)
	}
	return samples
}

// onsets are the samples at which sound begins after silence.
func onsets(samples []float64) (at []int) {
	quiet := blockSamples
	for i, s := range samples {
		if math.Abs(s) > .02 {
			if quiet > blockSamples/4 {
				at = append(at, i)
			}
			quiet = 0
		} else {
			quiet++
		}
	}
	return at
}

// Knocks that the loop tells of in one go keep the distances of their stamps to a sample, and are heard a constant time
// after them: the thread has a time of its own.
func TestKnocksKeepTheirTime(t *testing.T) {
	gaps := []int64{0, 30, 47, 110, 111 + 29}
	var zero int64
	samples := heardIn(t, 400*time.Millisecond, func(m *Mixer, now int64) {
		zero = now - m.zero
		for _, gap := range gaps {
			m.Play(Knock{At: now + gap*timestep.Millisecond, Pitch: 3000, Loudness: .9})
		}
	})
	at := onsets(samples)
	if len(at) != len(gaps) {
		t.Fatalf("%d knocks heard at %v, want %d", len(at), at, len(gaps))
	}
	first := sampleOf(zero/timestep.Microsecond + latency)
	if off := int64(at[0]) - first; off < 0 || off > 24 {
		t.Errorf("the first knock is heard at sample %d, want %d", at[0], first)
	}
	for i, gap := range gaps {
		if want := gap * Rate / 1000; math.Abs(float64(int64(at[i]-at[0])-want)) > 24 {
			t.Errorf("knock %d is heard %d samples after the first, want %d", i, at[i]-at[0], want)
		}
	}
}

// A mixer makes as much sound as time passes, whatever its thread is woken at, and is as loud as the knock.
func TestMixerKeepsPace(t *testing.T) {
	begin := time.Now()
	samples := heardIn(t, 500*time.Millisecond, func(m *Mixer, now int64) {
		m.Play(Knock{At: now, Pitch: 440, Loudness: .5})
		for range 3 * waiting {
			m.Play(Knock{At: now + 3600*timestep.Second, Pitch: 440, Loudness: 1}) // more than fit: not waited for
		}
	})
	passed := time.Since(begin).Seconds()
	if seconds := float64(len(samples)) / Rate; seconds < .4 || seconds > passed+.05 {
		t.Errorf("%.3f s of sound in %.3f s", seconds, passed)
	}
	loudest := 0.0
	for _, s := range samples {
		loudest = max(loudest, math.Abs(s))
	}
	if loudest < .4 || loudest > .55 {
		t.Errorf("loudness %.2f, want 0.5", loudest)
	}
}

// A ball that falls is heard when it hits the ground, once, and not while it falls; the heavier the deeper.
func TestEarHearsKnocks(t *testing.T) {
	pitches := map[float32]float32{}
	for _, radius := range []float32{.1, .4} {
		world, err := physics.NewWorld(physics.DefaultWorldDef())
		if err != nil {
			t.Fatal(err)
		}
		defer world.Close()
		ground, _ := world.CreateBody(physics.DefaultBodyDef())
		ground.CreateShape(physics.BoxHalf(10, .5, 10), physics.DefaultShapeDef())
		def := physics.DefaultBodyDef()
		def.Type, def.Position = physics.Dynamic, vec.V3(0, 2.5, 0)
		ball, _ := world.CreateBody(def)
		ball.CreateShape(physics.Sphere{Radius: radius}, physics.DefaultShapeDef())
		var ear Ear
		heard := 0
		for n := uint64(1); n <= 300; n++ {
			world.Step(.01)
			tick := timestep.TickTime{N: n, Ns: int64(n) * 10 * timestep.Millisecond, Since: 10 * timestep.Millisecond}
			for _, k := range ear.Listen(world, world.Gravity(), tick, tick.Ns) {
				heard++
				pitches[radius] = k.Pitch
				if at := float64(k.At) / 1e9; at < .5 || at > .7 || k.Loudness < .2 {
					t.Errorf("heard %+v", k)
				}
			}
		}
		if heard == 0 || heard > 3 {
			t.Errorf("radius %.1f: %d knocks", radius, heard)
		}
	}
	if ratio := pitches[.1] / pitches[.4]; math.Abs(float64(ratio)-4) > .1 {
		t.Errorf("pitches %v: that of the small ball is %.2f times that of the large one, want 4", pitches, ratio)
	}
}
