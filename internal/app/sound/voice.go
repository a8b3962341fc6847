package sound

import "math"

// voice is a tone that dies away: a resonator of second order, y(n) = a·y(n−1) − b·y(n−2).
type voice struct {
	from   int64 // sample at which it begins
	a, b   float32
	y1, y2 float32
}

const (
	// ringing is the number of oscillations in which a tone falls to a thousandth.
	ringing = 40
	// silent is the amplitude below which a voice has ended.
	silent = 1e-4
)

// newVoice returns the tone of a knock that begins at a sample.
func newVoice(k Knock, from int64) voice {
	angle := 2 * math.Pi * float64(k.Pitch) / Rate
	decay := math.Pow(1e-3, float64(k.Pitch)/Rate/ringing)
	return voice{
		from: from, a: float32(2 * decay * math.Cos(angle)), b: float32(decay * decay),
		// the first sample is 0 and the second one such that the amplitude is the loudness
		y1: 0, y2: float32(-float64(k.Loudness) * math.Sin(angle) / decay),
	}
}

// add adds the voice to a block that begins at a sample, and reports whether it goes on.
func (v *voice) add(block []float32, at int64) bool {
	loudest := float32(0)
	for i := max(v.from-at, 0); i < int64(len(block)); i++ {
		y := v.a*v.y1 - v.b*v.y2
		v.y2, v.y1 = v.y1, y
		block[i] += y
		loudest = max(loudest, y, -y)
	}
	return loudest > silent || v.from >= at
}
