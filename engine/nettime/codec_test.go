package nettime

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// crossing sends the states of moving bodies over a link and returns how often each body came, and the bytes of a
// packet.
func crossing(t *testing.T, c Conditions, bodies, most, packets int, seed uint64) (came, gap []int, bytes float64) {
	r := rand.New(rand.NewPCG(seed, 3))
	var e Encoder
	d, err := NewDecoder(bodies)
	if err != nil {
		t.Fatal(err)
	}
	out, back := NewLink(c, seed), NewLink(c, seed+1)
	motions, states := make([]Motion, bodies), make([]Packed, bodies)
	for i := range motions {
		motions[i] = randomMotion(r)
		motions[i].V, motions[i].W = motions[i].V.Mul(.1), motions[i].W.Mul(.1)
	}
	truth := map[uint32][]Packed{}
	came, gap = make([]int, bodies), make([]int, bodies)
	last := make([]int, bodies)
	for n := range packets {
		at := int64(n) * 50 * ms
		for i := range motions {
			if i%3 > 0 {
				motions[i] = Extrapolate(&motions[i], .05, 1)
				motions[i].P = motions[i].P.Mul(.999)
			}
			states[i] = Pack(&motions[i])
		}
		b := e.Encode(nil, states, func(body int) float32 { return 1 + float32(body%4) }, most)
		if len(b) > most {
			t.Fatalf("a packet of %d bytes, more than %d", len(b), most)
		}
		truth[uint32(e.seq)] = append([]Packed(nil), states...)
		out.Send(at, b)
		for {
			b, _, ok := out.Receive(at)
			if !ok {
				break
			}
			if d.Decode(b) != nil {
				continue // it came twice, or too late
			}
			seq := uint32(b[0]) | uint32(b[1])<<8
			for _, body := range d.Bodies() {
				if got := d.kept[body][seq%baselinesKept].state; got != truth[seq][body] {
					t.Fatalf("packet %d: body %d has %v, want %v", seq, body, got, truth[seq][body])
				}
				came[body]++
				gap[body] = max(gap[body], n-last[body])
				last[body] = n
			}
			newest, before := d.Ack()
			back.Send(at, binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, newest), before))
		}
		for {
			b, _, ok := back.Receive(at)
			if !ok {
				break
			}
			e.Acknowledge(binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]))
		}
	}
	// bodies that stand cost nothing once they are known
	return came, gap, float64(out.Bytes) / float64(packets)
}

// States come as they were sent over any link, in packets of a bounded size, and no body starves.
func TestCodecOverABadLink(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 8))
		c := Conditions{Latency: int64(r.IntN(200)) * ms, Jitter: int64(r.IntN(40)) * ms, Loss: r.Float64() * .2,
			Reorder: r.Float64() * .1, Duplicate: r.Float64() * .1}
		came, gap, _ := crossing(t, c, 60, 200+r.IntN(1000), 400, seed)
		for i, n := range came {
			if n == 0 || i%3 > 0 && gap[i] > 60 {
				t.Errorf("seed %d %+v: body %d came %d times, %d packets apart", seed, c, i, n, gap[i])
			}
		}
	}
}

// Differences and acknowledgement save more than half of the bytes, and bodies that stand cost nothing.
func TestCodecSaves(t *testing.T) {
	_, _, bytes := crossing(t, Conditions{Latency: 40 * ms}, 60, 4000, 400, 1)
	whole := 0
	for _, w := range widths {
		whole += int(w)
	}
	if most := .5 * float64(60*whole/8); bytes > most {
		t.Errorf("%.0f bytes a packet, more than %.0f", bytes, most)
	}
	var e Encoder
	d, _ := NewDecoder(1)
	m := Motion{Q: vec.QuatIdentity}
	states := []Packed{Pack(&m)}
	one := func(int) float32 { return 1 }
	if err := d.Decode(e.Encode(nil, states, one, 1000)); err != nil {
		t.Fatal(err)
	}
	e.Acknowledge(d.Ack())
	if n := len(e.Encode(nil, states, one, 1000)); n > 5 {
		t.Errorf("a body that stands costs %d bytes", n)
	}
}

// Neither end grows with time, and neither allocates.
func TestCodecMemory(t *testing.T) {
	const bodies = 40
	var e Encoder
	d, _ := NewDecoder(bodies)
	r := rand.New(rand.NewPCG(1, 1))
	states := make([]Packed, bodies)
	var buf []byte
	one := func(int) float32 { return 1 }
	send := func() {
		for i := range states {
			states[i][0] = int32(r.IntN(1000))
		}
		buf = e.Encode(buf[:0], states, one, 1200)
		if err := d.Decode(buf); err != nil {
			t.Fatal(err)
		}
		e.Acknowledge(d.Ack())
	}
	for range 3 * baselinesKept {
		send()
	}
	if allocs := testing.AllocsPerRun(100, send); allocs > 0 {
		t.Errorf("%v allocations a packet", allocs)
	}
}

// FuzzDecode holds that a packet is read or refused, and one that is refused changes nothing.
func FuzzDecode(f *testing.F) {
	var e Encoder
	m := Motion{P: vec.V3(1, 2, 3), Q: vec.QuatIdentity}
	states := []Packed{Pack(&m), Pack(&m), Pack(&m)}
	f.Add(e.Encode(nil, states, func(int) float32 { return 1 }, 1000))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, _ := NewDecoder(3)
		if err := d.Decode(b); err != nil {
			if newest, _ := d.Ack(); newest != 0 {
				t.Error("a refused packet counts")
			}
			return
		}
		for i := range 3 {
			if p, ok := d.State(i); ok {
				if got := p.Motion(); !got.P.IsFinite() || !got.Q.IsUnit() || !got.V.IsFinite() {
					t.Errorf("%v is %+v", p, got)
				}
			}
		}
		if d.Decode(b) == nil {
			t.Error("the same packet counts twice")
		}
	})
}
