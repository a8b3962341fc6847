package recording

import (
	"errors"
	"fmt"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/track"
)

// The codes of the records of a track are part of the format.
const (
	trackCast  = 1
	trackFrame = 2
)

// changesLook reports whether a call may change which bodies there are, what they look like, or where those are that
// rest. Bodies that move are in every frame, whatever made them move.
func changesLook(op journal.Op) bool {
	switch op {
	case journal.WorldCreateBody, journal.WorldRestore, journal.WorldShiftOrigin, journal.BodyDestroy,
		journal.BodyCreateShape, journal.BodyCreateShapes, journal.ShapeDestroy, journal.BodySetTransform,
		journal.BodySetType, journal.BodySetName:
		return true
	}
	return false
}

// track writes the bodies that calls have changed, and the poses after a step.
func (w *Writer) track(world World) {
	if w.tracker == nil {
		return
	}
	st := world.Rooms().State
	if cast := w.tracker.Cast(st); cast != nil {
		packed, flags := w.Packer.Pack(cast)
		w.write(journal.Track, flags, trackCast, packed)
	}
	if frame := w.tracker.Frame(st); frame != nil {
		w.write(journal.Track, 0, trackFrame, frame)
	}
}

// Film shows the poses of a recording. It stands after a number of steps and can go to any other.
type Film struct {
	file   *File
	reader *journal.Reader
	track  *track.Player
	kept   journal.Frames[filmAt]
	step   int
	at     int64 // of the next record
}

// filmAt is a place in a film.
type filmAt struct {
	track *track.Player
	at    int64
}

// The states that a film keeps to go back: one every filmEvery steps, in filmBytes of memory.
const (
	filmEvery = 64
	filmBytes = 64 << 20
)

// ErrNoTrack says that a recording has no poses.
var ErrNoTrack = errors.New(
	"physics: recording: holds no poses: it was made without them, or by a version that wrote none")

// NewFilm stands at the start of a recording.
func NewFilm(f *File) (*Film, error) {
	if !f.tracked {
		return nil, ErrNoTrack
	}
	p := &Film{file: f, reader: f.reader.Fork(), kept: journal.Frames[filmAt]{Every: filmEvery, Budget: filmBytes}}
	return p, p.start()
}

// start goes to the beginning: a world, and its bodies behind it.
func (p *Film) start() error {
	p.at, p.step = p.file.worlds[0].at, 0
	err := p.next()
	if e, problem := p.reader.Skip(p.at, 0); problem == nil && e.Kind == journal.Track {
		err = errors.Join(err, p.next())
	}
	return err
}

// Seek goes to the poses after a step, 0 for the start.
func (p *Film) Seek(step int) error {
	if step < 0 || step > p.file.Steps() {
		return fmt.Errorf("physics: recording: step %d: it has 0 to %d", step, p.file.Steps())
	}
	own, s, kept := p.kept.Before(step + 1)
	switch back := step < p.step; {
	case kept && (back || own > p.step):
		p.track, p.at, p.step = s.track.Clone(), s.at, own
	case back:
		if err := p.start(); err != nil {
			return err
		}
	}
	for p.step < step {
		if err := p.next(); err != nil {
			return fmt.Errorf("physics: recording: the poses of step %d: %w", p.step+1, err)
		}
	}
	return nil
}

// next reads a record.
func (p *Film) next() error {
	e, err := p.reader.Skip(p.at, journal.Track)
	if err != nil {
		return err
	}
	at := p.at
	p.at = e.Next
	switch {
	case e.Kind == journal.Step:
		p.step++
		if p.kept.Wants(p.step) {
			p.kept.Add(p.step, p.track.Bytes(), filmAt{p.track.Clone(), p.at})
		}
		return nil
	case e.Kind == journal.World:
		p.track = &track.Player{}
		return nil
	case e.Kind != journal.Track:
		return nil
	}
	switch e.Code {
	case trackCast:
		data, err := journal.Unpack(e.Payload, e.Flags)
		if err != nil {
			return err
		}
		return p.track.Cast(data, uint64(at))
	case trackFrame:
		return p.track.Frame(e.Payload)
	}
	// of a version to come
	return nil
}

// Poses appends all bodies to buf, in the order of their slots.
func (p *Film) Poses(buf []track.Pose) []track.Pose { return p.track.Poses(buf) }

// Problems counts the shapes read so far that this version cannot make.
func (p *Film) Problems() int { return p.track.Problems }
