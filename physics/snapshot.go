package physics

import (
	"errors"

	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/state"
)

// SnapshotVersion is the version of the bytes of a snapshot.
const SnapshotVersion = snapshot.Version

// Snapshot is the state of a world in memory, made by World.Snapshot. The zero value is empty.
// Its storage is reused by the next snapshot into it.
type Snapshot struct{ held snapshot.Snapshot }

// errNoSnapshot says that a call was given a nil Snapshot.
var errNoSnapshot = errors.New("physics: there is no snapshot: it is nil")

// Snapshot copies the whole state of the world into s. Restoring it continues with the same bits.
func (w *World) Snapshot(s *Snapshot) error {
	if w.locked.Load() {
		return ErrWorldLocked
	}
	if w.broken != nil {
		return w.broken
	}
	if s == nil {
		return errNoSnapshot
	}
	w.reading.Lock()
	defer w.reading.Unlock()
	s.held.Take(&w.rooms, w.now)
	return nil
}

// Restore brings the world back to the state in s, which may also come from another world. Events are cleared. Handles
// of bodies, shapes and joints that existed then are valid again; those of later ones must be forgotten, because the
// same calls give the same handles again.
func (w *World) Restore(s *Snapshot) error {
	if r := w.recorder(); r != nil {
		return r.worldRestore(w, s)
	}
	if s == nil {
		return errNoSnapshot
	}
	return w.restore(&s.held)
}

// restore brings all rooms to a state.
func (w *World) restore(s *snapshot.Snapshot) error {
	if w.locked.Load() {
		return ErrWorldLocked
	}
	if !s.Valid() {
		return snapshot.ErrEmpty
	}
	if now := s.Restore(&w.rooms, w.now); now != (snapshot.Stamp{}) {
		w.now = now
	} else {
		w.changed()
	}
	w.narrow.DropStale()
	w.broken = nil
	w.published.clear()
	w.step.ForgetFigures()
	w.revision++
	return nil
}

// CopyFrom makes s a copy of o, in the storage of s.
func (s *Snapshot) CopyFrom(o *Snapshot) { s.held.CopyFrom(&o.held) }

// Memory returns the number of bytes that the snapshot takes beyond those that it shares with the one that the world
// took before.
func (s *Snapshot) Memory() int {
	if s == nil {
		return 0
	}
	return s.held.Memory()
}

// Clone returns an independent copy of the world. Body.In, Shape.In and Joint.In find its handles.
func (w *World) Clone() (*World, error) {
	if w.locked.Load() {
		return nil, ErrWorldLocked
	}
	if w.broken != nil {
		return nil, w.broken
	}
	c := newWorld(w.state.Limits, w.profile.Clock, w.step.Workers())
	c.rooms.CopyFrom(&w.rooms)
	return c, nil
}

// In returns the handle of the same body in a clone or in a world restored from a snapshot.
func (b Body) In(w *World) Body { return Body{w, b.index, b.generation} }

// In returns the handle of the same shape in a clone or in a world restored from a snapshot.
func (s Shape) In(w *World) Shape { return Shape{w, s.index, s.generation} }

// In returns the handle of the same joint in a clone or in a world restored from a snapshot.
func (j Joint) In(w *World) Joint { return Joint{w, j.index, j.generation} }

// AppendBinary appends the snapshot to b in the portable format: the same bytes on every platform, to be read on any of
// them. It implements encoding.BinaryAppender.
func (s *Snapshot) AppendBinary(b []byte) ([]byte, error) {
	if s == nil {
		return b, errNoSnapshot
	}
	return s.held.AppendBinary(b)
}

// MarshalBinary returns the snapshot in the portable format. It implements
// encoding.BinaryMarshaler.
func (s *Snapshot) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

// UnmarshalBinary reads a snapshot that AppendBinary wrote, on whatever machine. Data of another format, damaged data
// and data that describe no valid world are refused with an error that names the place and what is there; the snapshot
// is empty then. It implements encoding.BinaryUnmarshaler.
func (s *Snapshot) UnmarshalBinary(data []byte) error {
	if s == nil {
		return errNoSnapshot
	}
	return s.held.Unmarshal(data, checkSettings)
}

func checkSettings(s *state.Settings) error { return Settings(*s).Check() }

// Hash returns a number that depends on every bit of the state that decides how the world
// goes on. Two worlds that went through the same calls have the same hash after every step,
// on every platform and for every number of workers.
//
// Left out are the parts that follow from the rest: the trees and the set of pairs, whose inner order has no
// influence; and what only tells about the world, the events that are asked for and the overlaps of sensors:
// watching changes nothing.
func (w *World) Hash() uint64 { return snapshot.Hash(&w.rooms) }

// Digest returns a number that depends on the poses and velocities of all awake bodies and on how many bodies, shapes,
// joints and contacts there are. It costs about a hundredth of a step. Two runs that differ have different digests
// within a few steps; Hash tells at once.
func (w *World) Digest() uint64 {
	if w.log != nil {
		// a recorder has it of every step
		if digest, ok := w.log.out.Digest(); ok {
			return digest
		}
	}
	return snapshot.Digest(&w.rooms)
}

// Validate walks through everything the world keeps and returns an error that names the first
// thing that does not fit: lists, counts, handles, islands, the constraint graph, the trees,
// numbers that are not finite. It is meant for tests and costs many steps' time.
func (w *World) Validate() error {
	if w.locked.Load() {
		return ErrWorldLocked
	}
	if w.broken != nil {
		return w.broken
	}
	w.reading.Lock()
	defer w.reading.Unlock()
	return snapshot.Validate(&w.rooms)
}
