package record

// Kind is the four-letter name of a chunk.
type Kind [4]byte

func (k Kind) String() string { return string(k[:]) }

// The registered kinds. A new kind is registered here, with the place of
// its layout, so that two writers never use one name for two things.
var (
	// KindScene: scene name and parameters; layout in engine/recording.go.
	KindScene = Kind{'S', 'C', 'N', 'E'}
	// KindInput: the (tick, input event) stream; layout in engine/recording.go.
	KindInput = Kind{'I', 'N', 'P', 'T'}
	// KindHashes: the state hash after each step; layout in engine/recording.go.
	KindHashes = Kind{'H', 'A', 'S', 'H'}
	// KindCalls: the stream of calls that changed the world; layout in engine/worldrecording.go.
	KindCalls = Kind{'C', 'A', 'L', 'L'}
	// KindSnapshot: the state of the world from which the calls start; layout in
	// engine/worldrecording.go.
	KindSnapshot = Kind{'S', 'N', 'A', 'P'}
	// KindKeyframe: the state of the world after a step, for seeking; layout in
	// engine/worldrecording.go.
	KindKeyframe = Kind{'k', 'e', 'y', 'f'}
	// KindGeometry: the geometry that the calls share; layout in world_parts.go.
	KindGeometry = Kind{'G', 'E', 'O', 'M'}
	// KindNote: UTF-8 text for people; skipped by every reader.
	KindNote = Kind{'n', 'o', 't', 'e'}
	// KindEnd closes the file; written and checked by this package.
	KindEnd = Kind{'E', 'N', 'D', ' '}
)
