package record

import (
	"encoding/binary"
	"fmt"

	"tumble/physics"
)

// Jump says that a session went back: its ticks from Tick on follow the state after the tick To.
type Jump struct{ Tick, To uint64 }

// jumpBytes is the length of an entry: u64 tick, u64 to.
const jumpBytes = 16

// Jump records that the ticks from tick on follow the state after the tick to of the same scene, in which the world is
// now.
func (r *Recorder) Jump(tick, to uint64, w *physics.World) error {
	if r.Err() != nil {
		return r.err
	}
	if to >= tick || tick < r.lastTick {
		return r.keep(fmt.Errorf("engine: recording: jump to tick %d before tick %d", to, tick))
	}
	r.buffer = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(r.buffer[:0], tick), to)
	r.keep(r.log.Append(uint16(KindJump), r.buffer))
	return r.Follow(w)
}

// Void records that the inputs of a tick to come do not count.
func (r *Recorder) Void(tick uint64) error {
	if r.Err() != nil {
		return r.err
	}
	r.buffer = binary.LittleEndian.AppendUint64(r.buffer[:0], tick)
	return r.keep(r.log.Append(uint16(KindVoid), r.buffer))
}

// takeVoid reads the entry of Void.
func (p *Part) takeVoid(data []byte) error {
	if len(data) != 8 {
		return fmt.Errorf("a void of %d bytes: must be 8", len(data))
	}
	tick, n := binary.LittleEndian.Uint64(data), len(p.Inputs)
	for n > 0 && p.Inputs[n-1].Tick == tick && tick > p.LastTick() {
		n--
	}
	p.Inputs = p.Inputs[:n]
	return nil
}

// takeJump reads the entry of a jump.
func (p *Part) takeJump(data []byte) error {
	if len(data) != jumpBytes {
		return fmt.Errorf("a jump of %d bytes: must be %d", len(data), jumpBytes)
	}
	j := Jump{Tick: binary.LittleEndian.Uint64(data), To: binary.LittleEndian.Uint64(data[8:])}
	switch n := len(p.Jumps); {
	case j.To >= j.Tick:
		return fmt.Errorf("a jump to tick %d before tick %d", j.To, j.Tick)
	case n > 0 && j.Tick < p.Jumps[n-1].Tick:
		return fmt.Errorf("a jump before tick %d after one before tick %d", j.Tick, p.Jumps[n-1].Tick)
	case n >= maxTicks:
		return fmt.Errorf("more than %d jumps", maxTicks)
	}
	p.Jumps = append(p.Jumps, j)
	return nil
}

// Jump returns the tick after whose state a tick is to be done, if the session looked elsewhere before it. Of several
// jumps before a tick the last counts.
func (p *Player) Jump(tick uint64) (to uint64, ok bool) {
	list := p.rec.Jumps
	for p.jump < len(list) && list[p.jump].Tick <= tick {
		if list[p.jump].Tick == tick {
			to, ok = list[p.jump].To, true
		}
		p.jump++
	}
	return to, ok
}
