// Package snapshot copies the state of a world, writes it as bytes and reads it back, hashes it and checks that it is
// whole. It reads the data of all rooms and owns none.
package snapshot

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"reflect"
	"sync"
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/flat"
	"tumble/physics/internal/island"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/sensor"
	"tumble/physics/internal/state"
)

// Snapshot is a copy of the parts of a world. The zero value is empty. Its storage is used again.
type Snapshot struct {
	state   state.State
	proxies broadphase.Proxies
	caches  narrowphase.Caches
	islands island.Records
	visits  sensor.Visits
	valid   bool
	// folded says that the manifolds and caches of contacts are in packed, the records that rarely change in cold, and
	// the set of pairs nowhere.
	folded bool
	packed packed
	cold   cold
	// stamp names the state, none if it came from bytes or was unfolded.
	stamp Stamp
	// lists and check are for reading bytes.
	lists contactLists
	check loadCheck
}

// ErrEmpty says that a snapshot holds no world.
var ErrEmpty = errors.New("physics: snapshot is empty")

// Valid reports whether the snapshot holds a world.
func (s *Snapshot) Valid() bool { return s.valid }

// Settings are those of the world.
func (s *Snapshot) Settings() *state.Settings { return &s.state.Settings }

// Limits are those of the world.
func (s *Snapshot) Limits() state.Limits { return s.state.Limits }

// Read calls f with the records of the snapshot, which it must not change.
func (s *Snapshot) Read(f func(*state.State)) { s.read(func(p *Rooms) { f(p.State) }) }

// Rooms are the data that the snapshot holds, unfolded in it: not to be called while others read it.
func (s *Snapshot) Rooms() *Rooms {
	p := s.rooms()
	if s.folded {
		s.cold.put(p)
		s.packed.put(p, &s.cold.contacts, 0)
		p.pairContacts()
		s.folded = false
	}
	// the caller may change it
	s.stamp = Stamp{}
	return p
}

func (s *Snapshot) rooms() *Rooms {
	return &Rooms{State: &s.state, Proxies: &s.proxies, Caches: &s.caches, Records: &s.islands, Visits: &s.visits}
}

// unfolding are rooms for the lists that a folded snapshot lacks.
type unfolding struct {
	state   state.State
	caches  narrowphase.Caches
	proxies broadphase.Proxies
	islands island.Records
	folds   folds
}

var unfoldings = sync.Pool{New: func() any { return new(unfolding) }}

// read calls f with the data of the snapshot, which stays as it is: others may read it at the same time. The set of
// pairs is left out.
func (s *Snapshot) read(f func(*Rooms)) {
	p := s.rooms()
	if !s.folded {
		f(p)
		return
	}
	u := unfoldings.Get().(*unfolding)
	defer unfoldings.Put(u)
	u.state, u.caches, u.proxies, u.islands = s.state, s.caches, s.proxies, s.islands
	p.State, p.Caches, p.Proxies, p.Records = &u.state, &u.caches, &u.proxies, &u.islands
	u.folds.swap(p)
	s.cold.put(p)
	s.packed.put(p, &s.cold.contacts, 0)
	f(p)
	u.folds.swap(p)
	clear(u.folds.geometries)
	clear(u.folds.names)
	*u = unfolding{folds: u.folds}
}

// Hash is that of the world.
func (s *Snapshot) Hash() (hash uint64) {
	s.read(func(p *Rooms) { hash = Hash(p) })
	return hash
}

// Stamp names a state of a world: states with the same one are equal, but for the number of steps. The zero value
// names none.
type Stamp struct{ World, Change uint64 }

// Take copies the parts of a world in the state of a stamp; nothing if the snapshot has that state already.
func (s *Snapshot) Take(p *Rooms, at Stamp) {
	if s.folded && s.Holds(at) {
		s.state.Steps = p.Steps
		return
	}
	own := s.rooms()
	own.copyThings(p)
	s.cold.take(p)
	s.packed.take(p)
	s.fold()
	s.valid, s.stamp = true, at
}

// Holds reports whether the snapshot has the state of a stamp.
func (s *Snapshot) Holds(at Stamp) bool { return s.valid && at != Stamp{} && s.stamp == at }

// fold drops the lists that are in packed and in cold.
func (s *Snapshot) fold() {
	new(folds).swap(s.rooms())
	s.proxies.Pairs = broadphase.PairSet{}
	s.check.forget()
	s.folded = true
}

// CopyFrom makes the snapshot a copy of another.
func (s *Snapshot) CopyFrom(o *Snapshot) {
	if o.folded {
		own := s.rooms()
		own.copyThings(o.rooms())
		s.packed.copyFrom(&o.packed)
		s.cold.copyFrom(&o.cold)
		s.fold()
	} else {
		s.rooms().CopyFrom(o.rooms())
		s.check.forget()
		s.folded = false
	}
	s.valid, s.stamp = o.valid, o.stamp
}

// Restore copies the snapshot to the parts of a world in the state of a stamp, and returns the stamp of its new state.
func (s *Snapshot) Restore(p *Rooms, at Stamp) Stamp {
	if s.Holds(at) {
		p.Steps = s.state.Steps
		return at
	}
	if !s.folded {
		p.CopyFrom(s.rooms())
		return Stamp{}
	}
	p.copyThings(s.rooms())
	s.cold.put(p)
	s.packed.put(p, &s.cold.contacts, len(p.Contacts))
	p.pairContacts()
	if p.last == nil {
		p.last = new(cold)
	}
	p.last.copyFrom(&s.cold)
	p.MarkContacts(0)
	return s.stamp
}

// Memory returns the number of bytes that the lists of the snapshot take, without pages that the world shared with the
// snapshot before.
func (s *Snapshot) Memory() int {
	n := s.packed.memory() + s.cold.memory()
	for _, room := range [...]any{&s.state, &s.proxies, &s.caches, &s.islands, &s.visits} {
		n += sizeOf(reflect.ValueOf(room).Elem())
	}
	return min(n, math.MaxInt32)
}

func sizeOf(v reflect.Value) int {
	n := 0
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			n += sizeOf(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			n += sizeOf(v.Index(i))
		}
	case reflect.Slice:
		n = v.Cap() * int(v.Type().Elem().Size())
	}
	return min(n, math.MaxInt32)
}

// AppendBinary appends the snapshot to b in the portable format: the same bytes on every
// platform, to be read on any of them.
func (s *Snapshot) AppendBinary(b []byte) ([]byte, error) {
	if !s.valid {
		return b, ErrEmpty
	}
	var err error
	s.read(func(p *Rooms) { b, err = p.appendBinary(b) })
	return b, err
}

func (ps *Rooms) appendBinary(b []byte) ([]byte, error) {
	start := len(b)
	b = append(b, magic...)
	b = append(b, make([]byte, startSize-len(magic))...)
	c := flat.Writer(b)
	ps.codeThings(c)
	split := len(c.Data)
	ps.codeContacts(c, new(contactLists))
	if err := c.Err(); err != nil {
		return b[:start], fmt.Errorf("physics: snapshot: %w", err)
	}
	b = c.Data
	le, head := binary.LittleEndian, b[start:]
	if len(head) > math.MaxInt32 {
		return b[:start], fmt.Errorf("physics: snapshot: %w", errLarge)
	}
	le.PutUint32(head[8:], Version)
	le.PutUint64(head[16:], layout)
	le.PutUint64(head[24:], uint64(len(head)-headerSize))
	le.PutUint32(head[32:], uint32(split-start-startSize))
	le.PutUint32(head[36:], crc32.Checksum(b[split:], sums))
	le.PutUint32(head[12:], crc32.Checksum(b[start+16:split], sums))
	return b, nil
}

// Unmarshal reads a snapshot that AppendBinary wrote, on whatever machine. Data of another
// format, damaged data and data that describe no valid world are refused with an error that
// names the place and what is there; the snapshot is empty then. settings
// checks the settings.
func (s *Snapshot) Unmarshal(data []byte, settings func(*state.Settings) error) error {
	s.valid, s.folded, s.stamp = false, false, Stamp{}
	p := s.rooms()
	split, err := splitAt(data)
	if err != nil {
		return fmt.Errorf("physics: snapshot: %w", err)
	}
	parallel := len(data) >= parallelLoad
	things := sectionReader{From: startSize, SumAt: 12}
	things.C = flat.SummingReader(data[startSize:split:split], crc32.Checksum(data[16:startSize], sums))
	contacts := sectionReader{From: split, SumAt: 36, C: flat.SummingReader(data[split:], 0)}
	err = both(parallel,
		[]check{func() error { p.codeThings(things.C); return things.checkSum(data) }},
		[]check{func() error { p.codeContacts(contacts.C, &s.lists); return contacts.checkSum(data) }})
	if err = cmp.Or(err, things.end(), contacts.end()); err == nil {
		err = s.checkDecoded(p, settings, things.C.Infinite || contacts.C.Infinite, parallel)
	}
	s.lists.release()
	if err != nil {
		s.check.forget()
		return fmt.Errorf("physics: snapshot: %w", err)
	}
	s.valid = true
	return nil
}

// checkDecoded refuses a state from a file that calls and steps could not have made, as far as it could lead to a
// panic, an endless loop or a number that is not finite. Every index is looked at before it is used, and everything
// that Validate looks at; the trees were validated when they were read. With infinite set there are numbers that are
// not finite, which only records that are not in use may have. Large ones are looked at in parallel.
func (s *Snapshot) checkDecoded(p *Rooms, settings func(*state.Settings) error, infinite, parallel bool) error {
	if err := settings(&p.Settings); err != nil {
		return err
	}
	if err := p.checkTables(&s.check.Seen); err != nil {
		return err
	}
	if infinite {
		if err := p.checkFinite(); err != nil {
			return err
		}
	}
	k := &s.check
	k.begin(p, &s.lists)
	// a check relies on those before it in its own list, and on none of the other one
	return both(parallel, []check{
		p.checkShapeRecords, p.checkSurfaceRuns, p.checkIslandRecords, p.checkBodyRecords, p.validateAwake,
		p.checkStates, p.validateIslands,
		p.checkSensorRecords, p.validateProxies,
	}, []check{
		p.checkGraphRecords, p.checkJointRecords, p.validateJoints, k.loadContacts, k.checkGraph, k.checkConnections,
	})
}
