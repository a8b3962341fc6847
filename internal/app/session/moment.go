package session

import (
	"errors"
	"maps"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Moment is the whole state of a session: its world, the data of the scene and of the user beside the world, and all
// parameters but those of the loop. The list of undo is no part of a moment. A moment belongs to the session that it
// was taken from. The zero value is empty; the next Take uses the storage again.
type Moment struct {
	of    *Session
	run   *scenes.Run
	state scenes.RunState
	world *physics.Snapshot
	// packed is the world in the portable format and compressed, nil while it is in world; packer reads it.
	packed []byte
	packer *Packer
	// reading is closed when nothing reads the world beside the session
	reading chan struct{}

	settings physics.Settings
	material param.MaterialChoice
	values   scenes.Values
	start    param.Start
	things   []float64
	built    []record.Param
	scenic   uint64

	grab    grab
	also    []uint64
	anchor  anchor
	bodies  []physics.Body // spawned
	spawner spawner
	flows   []flow
	steps   uint64
	time    float64
	builds  uint64
}

// Take copies the state of a session between two ticks.
func (m *Moment) Take(s *Session) error {
	m.of, m.run = s, s.Run
	if m.world == nil {
		m.world = &physics.Snapshot{}
	}
	m.packed = nil
	if err := s.Run.World.Snapshot(m.world); err != nil {
		m.of = nil
		return err
	}
	m.state.Take(s.Run)
	m.settings, m.material, m.built = s.Config.Settings, s.Config.Material.Clone(), s.built
	m.start = s.Config.Start
	if m.values == nil {
		m.values = scenes.Values{}
	}
	replaceValues(m.values, s.Config.Values)
	m.things, m.scenic = s.Config.Things(m.things[:0]), s.scenic
	m.grab, m.spawner, m.steps, m.time, m.builds = s.grab, s.spawner, s.steps, s.time, s.rebuilds
	m.flows = s.flows
	m.also, m.anchor = append(m.also[:0], s.also...), s.anchor
	m.bodies = append(m.bodies[:0], s.spawned.bodies...)
	return nil
}

// Give brings the session of the moment to the state of the moment. The loop of the session stays unchanged. The
// recording gets the calls of the world only if it follows the world.
func (m *Moment) Give(s *Session) error {
	if m.of != s {
		return errForeignMoment
	}
	world := m.world
	if m.packed != nil {
		var err error
		if world, err = m.packer.unpack(m.packed); err != nil {
			return err
		}
	}
	if err := m.run.World.Restore(world); err != nil {
		return err
	}
	if s.Run != m.run {
		s.Run = m.run
		s.Run.World.LabelStages(s.labels)
	}
	s.jumps++
	m.state.Give(s.Run)
	s.Config.Settings, s.Config.Material, s.built = m.settings, m.material.Clone(), m.built
	s.Config.Start = m.start
	replaceValues(s.Config.Values, m.values)
	s.Config.GiveThings(m.things)
	s.scenic = m.scenic
	s.grab, s.spawner, s.steps, s.time, s.rebuilds = m.grab, m.spawner, m.steps, m.time, m.builds
	s.flows = m.flows
	s.also, s.anchor = append(s.also[:0], m.also...), m.anchor
	s.spawned.bodies = append(s.spawned.bodies[:0], m.bodies...)
	return nil
}

// Bytes is about how much memory the moment takes.
func (m *Moment) Bytes() int {
	return m.world.Memory() + len(m.packed) + m.state.Memory() + cap(m.bodies)*handleBytes + momentBytes
}

// Run is the run to which the world of the moment belongs. It stays in memory with the moment.
func (m *Moment) Run() *scenes.Run { return m.run }

// Busy reports whether Session.Prepare still reads the moment.
func (m *Moment) Busy() bool {
	if m.reading == nil {
		return false
	}
	select {
	case <-m.reading:
		m.reading = nil
		return false
	default:
		return true
	}
}

// momentBytes is about the memory of a moment beside its world and its lists of bodies, handleBytes the memory of a
// handle in such a list.
const (
	momentBytes = 4 << 10
	handleBytes = 16
)

// Keep keeps the bytes of Pack in place of the world, and gives away the storage of the world for another Take.
func (m *Moment) Keep(packed []byte, p *Packer) (storage *Moment) {
	storage = &Moment{world: m.world, reading: m.reading}
	m.world, m.packed, m.packer = nil, packed, p
	return storage
}

// Again carries out a tick of the past at its rate (Hz) and with its length (s), without a recording. The loop of the
// session and the lists of edits stay unchanged, and the user gets no messages. The tick must not undo or redo an edit.
func (s *Session) Again(events []input.Event, hertz int, dt float32) error {
	loop, notice, recording := s.Config.Loop, s.notice, s.recording
	log := s.log
	s.recording, s.log = nil, &undoLog{}
	s.Config.Loop.Hertz = hertz
	err := s.TickBy(events, dt)
	s.Config.Loop, s.notice, s.recording, s.log = loop, notice, recording, log
	return err
}

// replaceValues makes a map equal to another.
func replaceValues(to, from scenes.Values) {
	clear(to)
	maps.Copy(to, from)
}

var errForeignMoment = errors.New("app: the moment is none of this session")
