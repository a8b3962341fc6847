package physics

import (
	"errors"
	"io"
	"iter"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/recording"
	"tumble/physics/internal/snapshot"
)

// Recording is a run of a world, in a file or in memory: the state it began with, every call that changed it with its
// result, a digest of the state after every step, keyframes, and the entries of the program that made it. NewReplay
// carries it out again. The records are read when they are needed; Recording keeps where the steps are, some 8 bytes
// for each.
type Recording struct {
	file    recording.File
	growing bool
}

// RecordingVersion is the version of the format of recordings.
const RecordingVersion = journal.Version

// OpenRecording goes through a recording of size bytes once and checks every record of it. A recording that was cut
// off, by a crash or a full disk, is read up to its last whole record; see Recording.End. Recordings of another version
// of the format, and those with calls that this version does not have, are refused.
func OpenRecording(r io.ReaderAt, size int64) (*Recording, error) {
	if r == nil {
		return nil, errors.New("physics: recording: no file")
	}
	file, err := recording.Open(r, size)
	if err != nil {
		return nil, err
	}
	return &Recording{file: *file}, nil
}

// held is the file, an empty one if there is no recording.
func (r *Recording) held() *recording.File {
	if r == nil {
		return &recording.File{}
	}
	return &r.file
}

// Grow reads on in a recording that is still being written, and has size bytes now. A world that repeats the recording
// waits at its end for more, until the last record has been read or Ended is called.
func (r *Recording) Grow(size int64) error {
	if r == nil {
		return errors.New("physics: recording: no file")
	}
	err := r.file.Grow(size)
	r.growing = err == nil && !r.file.End().Whole
	return err
}

// Ended says that a recording that grew will not grow any more, though it has no last record.
func (r *Recording) Ended() {
	if r != nil {
		r.growing = false
	}
}

// Program names the program that recorded, see RecordOptions.
func (r *Recording) Program() string { return r.held().Program() }

// Steps returns the number of steps.
func (r *Recording) Steps() int { return r.held().Steps() }

// CallBytes returns the size of the calls and steps.
func (r *Recording) CallBytes() int64 { return r.held().CallBytes() }

// Keyframes returns the steps of which the state is kept.
func (r *Recording) Keyframes() []int { return r.held().Keyframes() }

// RecordingEnd is how a recording ends.
type RecordingEnd struct {
	// Whole says that it was ended by Recorder.Stop.
	Whole bool
	// At is the number of bytes that could be read, of Size.
	At, Size int64
	// Reason says why nothing more can be read, or why recording ended before Stop; "" where all is in order.
	Reason string
}

// End returns how the recording ends.
func (r *Recording) End() RecordingEnd { return RecordingEnd(r.held().End()) }

// Mend appends the last record to a recording that ends without one: out gets the bytes from RecordingEnd.At on, after
// a copy of those before.
func (r *Recording) Mend(out io.Writer) error { return r.held().Mend(out) }

// StepDigest returns the digest that the world had after a step, 1 to Steps.
func (r *Recording) StepDigest(step int) (digest uint64, ok bool) {
	return r.held().StepDigest(step)
}

// StepLength returns the length of a step (s), 1 to Steps.
func (r *Recording) StepLength(step int) (dt float32, ok bool) {
	return r.held().StepLength(step)
}

// WorldDef returns the limits and settings of the world that the recording begins with.
func (r *Recording) WorldDef() (WorldDef, error) {
	def := DefaultWorldDef()
	var s snapshot.Snapshot
	limits, err := r.held().State(&s, checkSettings)
	if err != nil {
		return def, err
	}
	def.MaxBodies, def.MaxShapes, def.MaxContacts = int(limits.Bodies), int(limits.Shapes), int(limits.Contacts)
	def.Settings = Settings(*s.Settings())
	return def, nil
}

// RecordedEntry is an entry that the program added with Recorder.Append.
type RecordedEntry struct {
	Kind uint16
	// Step is the number of steps before it, World the number of worlds.
	Step, World int
	// Data are valid until the next entry.
	Data []byte
}

// Entries goes through the entries of the program in their order.
func (r *Recording) Entries() iter.Seq2[RecordedEntry, error] {
	return func(yield func(RecordedEntry, error) bool) {
		for e, err := range r.held().Entries() {
			if !yield(RecordedEntry(e), err) {
				return
			}
		}
	}
}

// EntriesAfter goes through the entries of the program between a step and the next one, 0 for those before the first
// step. Their World is 0. It is for one goroutine.
func (r *Recording) EntriesAfter(step int) iter.Seq2[RecordedEntry, error] {
	return func(yield func(RecordedEntry, error) bool) {
		for e, err := range r.held().EntriesAfter(step) {
			if !yield(RecordedEntry(e), err) {
				return
			}
		}
	}
}

// State reads the state that a recording begins with.
func (r *Recording) State() (*Snapshot, error) {
	s := &Snapshot{}
	_, err := r.held().State(&s.held, checkSettings)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// JoinRecordings writes recordings one after the other as one, which is whole, also where they were cut off. A replay
// goes from the end of one to the world that the next one begins with.
func JoinRecordings(out io.Writer, recordings ...*Recording) error {
	files := make([]*recording.File, len(recordings))
	for i, p := range recordings {
		if p == nil {
			return errors.New("physics: recording: no recording to join")
		}
		files[i] = &p.file
	}
	return recording.Join(out, files)
}

// HasWorld reports whether the recording holds a world.
func (r *Recording) HasWorld() bool { return r.held().HasWorld() }
