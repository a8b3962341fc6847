package recording

import (
	"sync"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/snapshot"
)

// keyframer puts states into a journal now and then. A step only copies the state; encoding, hashing and compressing
// go on beside the next steps, one state at a time.
type keyframer struct {
	out         *journal.Writer
	every, rate int
	last        int
	begun       int // steps before the last Table, from which keyframes count

	writing sync.WaitGroup
	mu      sync.Mutex
	busy    bool
	spent   int64 // bytes of keyframes so far

	state  snapshot.Snapshot
	data   []byte
	packer journal.Packer
}

// offer takes the state after a step if one is due: the last is far enough away, the average allows it, and the one
// before has been written.
func (k *keyframer) offer(rooms *snapshot.Rooms, step int) {
	if k.every <= 0 || k.rate <= 0 || step-k.last < k.every {
		return
	}
	k.mu.Lock()
	due := !k.busy && k.spent <= int64(step)*int64(k.rate)
	k.busy = k.busy || due
	k.mu.Unlock()
	if !due {
		return
	}
	k.last = step
	k.state.Take(rooms, snapshot.Stamp{})
	k.writing.Add(1)
	go k.write(step - k.begun)
}

// write adds the state to the journal, unless that is behind already: a keyframe only makes seeking faster.
func (k *keyframer) write(step int) {
	defer k.writing.Done()
	defer func() {
		k.mu.Lock()
		k.busy = false
		k.mu.Unlock()
	}()
	c := journal.Coder{Data: k.data[:0]}
	number, hash := uint64(step), k.state.Hash()
	journal.Code64(&c, &number)
	journal.Code64(&c, &hash)
	head := len(c.Data)
	var err error
	if k.data, err = k.state.AppendBinary(c.Data); err != nil {
		return
	}
	packed, flags := k.packer.Pack(k.data[head:])
	if flags != 0 {
		k.data = append(k.data[:head], packed...)
	}
	if !k.out.Room(len(k.data)) || k.out.Append(journal.Keyframe, flags, 0, k.data) != nil {
		return
	}
	k.out.Wake()
	k.mu.Lock()
	k.spent += int64(len(k.data))
	k.mu.Unlock()
}

// begin counts the steps of keyframes from here on.
func (k *keyframer) begin(step int) {
	k.wait()
	k.begun = step
}

// wait returns when no keyframe is being written.
func (k *keyframer) wait() { k.writing.Wait() }
