package session

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"sync"

	"tumble/physics"
)

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
	mutex  sync.Mutex
	file   *os.File
	closed bool
	end    int64
	// spare is storage for a state to come, nil for none; preparing delivers one
	spare     *physics.Snapshot
	preparing chan *physics.Snapshot
}

// storage is where the next state goes.
func (t *stateStore) storage() *physics.Snapshot {
	t.wanting()
	if world := t.spare; world != nil {
		t.spare = nil
		return world
	}
	return &physics.Snapshot{}
}

// wanting reports whether there is no spare storage, nor any on its way.
func (t *stateStore) wanting() bool {
	if t.preparing != nil {
		select {
		case world := <-t.preparing:
			t.preparing = nil
			if t.spare == nil {
				t.spare = world
			}
		default:
			return false
		}
	}
	return t.spare == nil
}

// prepare makes spare storage as large as a state, which must stay as it is until the channel that is returned is
// closed.
func (t *stateStore) prepare(like *physics.Snapshot) (done chan struct{}) {
	done, made := make(chan struct{}), make(chan *physics.Snapshot, 1)
	t.preparing = made
	go func() {
		defer close(done)
		world := &physics.Snapshot{}
		world.CopyFrom(like)
		made <- world
	}()
	return done
}

// store writes a state to the file in the background; its memory is given back with a later call.
func (t *stateStore) store(k *copied) {
	if st := k.stored; st != nil {
		select {
		case <-st.done:
			if st.err == nil {
				t.spare, k.world = k.world, nil
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
	if t.closed {
		return 0, 0, os.ErrClosed
	}
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
func (t *stateStore) load(k *copied) (*physics.Snapshot, error) {
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

// close removes the file; a state that is still being packed goes nowhere.
func (t *stateStore) close() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.closed = true
	if t.file != nil {
		_ = t.file.Close()
		_ = os.Remove(t.file.Name())
		t.file = nil
	}
}
