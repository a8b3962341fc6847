package session

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"tumble/engine/record"
	"tumble/physics"
)

// keptState is a session as it was at a moment.
type keptState struct {
	world    *physics.Snapshot // nil while it is in the file
	bytes    int64             // about the size of world
	state    State
	values   []float64 // of all parameters
	built    []record.Param
	rebuilds uint64
	objects  aliases
	base     []physics.Transform
	stored   *storedState
}

// storedState is a world on its way to the file, or there.
type storedState struct {
	done         chan struct{}
	offset, size int64
	err          error
}

// stateBudget (bytes) is how much memory the states of edits take; older ones are in a file.
const stateBudget = 96 << 20

// stateStore keeps states of edits: the newest in memory, older ones in a file that is gone with the session.
type stateStore struct {
	mutex sync.Mutex
	file  *os.File
	end   int64
}

// keepState copies the session as it is now, nil where the world cannot be copied.
func (s *Session) keepState() *keptState {
	k := &keptState{world: &physics.Snapshot{}, rebuilds: s.rebuilds, built: s.built, objects: s.log.objects.copy()}
	w := s.World()
	if w.Snapshot(k.world) != nil {
		return nil
	}
	c := w.Counters()
	k.bytes = int64(c.Bodies)*700 + int64(c.Shapes)*300 + int64(c.Contacts)*600 + int64(c.Joints)*800 + 8<<10
	k.state.Take(s)
	for _, p := range s.Registry.All() {
		k.values = append(k.values, p.Value())
	}
	k.base = append(k.base, s.Run.Base...)
	return k
}

// giveState brings the session back to a state.
func (s *Session) giveState(k *keptState) error {
	if k == nil {
		return fmt.Errorf("app: the state was not kept")
	}
	world, err := s.log.states.load(k)
	if err != nil {
		return err
	}
	s.grab.release()
	if k.rebuilds != s.rebuilds {
		if err := s.buildAs(k.built); err != nil {
			return err
		}
	}
	for i, p := range s.Registry.All() {
		if strings.HasPrefix(p.Key, "loop.") || sameValue(p.Value(), k.values[i]) {
			continue
		}
		if err := p.SetValue(k.values[i]); err != nil {
			return err
		}
	}
	if err := s.World().Restore(world); err != nil {
		return err
	}
	s.Run.Base = append(s.Run.Base[:0], k.base...)
	s.log.objects = k.objects.copy()
	s.jumps++
	if err := k.state.Give(s); err != nil {
		return err
	}
	// the hand that held a body then does so no more
	s.grab.release()
	return nil
}

// buildAs builds the scene with the parameters that it once had.
func (s *Session) buildAs(built []record.Param) error {
	for _, p := range s.Registry.All() {
		if strings.HasPrefix(p.Key, "loop.") {
			continue
		}
		if err := p.SetValue(p.Default); err != nil {
			return err
		}
	}
	for _, p := range built {
		if strings.HasPrefix(p.Name, "loop.") {
			continue
		}
		if err := s.Registry.Set(p.Name, p.Value); err != nil {
			return err
		}
	}
	return s.rebuild()
}

// trim moves the states of the oldest edits to the file when all take more than their budget.
func (t *stateStore) trim(list []*edit, of func(*edit) *keptState) {
	left := int64(stateBudget)
	for i := len(list) - 1; i >= 0; i-- {
		k := of(list[i])
		if k == nil || k.world == nil {
			continue
		}
		if left -= k.bytes; left < 0 {
			t.store(k)
		}
	}
}

// store writes a state to the file in the background; its memory is given back with a later call.
func (t *stateStore) store(k *keptState) {
	if st := k.stored; st != nil {
		select {
		case <-st.done:
			if st.err == nil {
				k.world = nil
			}
		default:
		}
		return
	}
	st, world := &storedState{done: make(chan struct{})}, k.world
	k.stored = st
	go func() {
		defer close(st.done)
		st.offset, st.size, st.err = t.write(world)
	}()
}

// write packs a world and appends it to the file.
func (t *stateStore) write(world *physics.Snapshot) (offset, size int64, err error) {
	data, err := world.MarshalBinary()
	if err != nil {
		return 0, 0, err
	}
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		return 0, 0, err
	}
	if _, err = z.Write(data); err == nil {
		err = z.Close()
	}
	if err != nil {
		return 0, 0, err
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.file == nil {
		if t.file, err = os.CreateTemp("", "tumble-undo-*"); err != nil {
			return 0, 0, err
		}
		// where a file may have no name, it goes with the program whatever ends that
		_ = os.Remove(t.file.Name())
	}
	offset = t.end
	n, err := t.file.WriteAt(packed.Bytes(), offset)
	t.end += int64(n)
	return offset, int64(n), err
}

// load returns the world of a state.
func (t *stateStore) load(k *keptState) (*physics.Snapshot, error) {
	if k.world != nil {
		return k.world, nil
	}
	<-k.stored.done
	data, err := io.ReadAll(flate.NewReader(io.NewSectionReader(t.file, k.stored.offset, k.stored.size)))
	if err != nil {
		return nil, fmt.Errorf("app: the state of an edit: %w", err)
	}
	world := &physics.Snapshot{}
	if err := world.UnmarshalBinary(data); err != nil {
		return nil, fmt.Errorf("app: the state of an edit: %w", err)
	}
	return world, nil
}

// close removes the file.
func (t *stateStore) close() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.file != nil {
		_ = t.file.Close()
		_ = os.Remove(t.file.Name())
		t.file = nil
	}
}

// Close gives back what the session keeps outside its memory. The session is not used any more.
func (s *Session) Close() { s.log.states.close() }
