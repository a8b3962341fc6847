package session

import (
	"hash/fnv"
	"math"

	"tumble/engine/input"
)

// keyHash is the number under which a parameter travels in a command.
func keyHash(key string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(key))
	return h.Sum64()
}

// SetCommand writes a parameter.
func SetCommand(key string, value float64) input.Event {
	e := command(CommandSet)
	e.ID, e.X = keyHash(key), value
	if math.IsNaN(value) {
		// recordings have finite numbers only
		e.X, e.S = 0, 1
	}
	return e
}

// Sets reports whether an event writes the parameter of a key.
func Sets(e *input.Event, key string) bool {
	return e.Kind == input.EventCommand && Command(e.Code) == CommandSet && e.ID == keyHash(key)
}
