// Package bodyname says how a body is called in texts, tables and conditions: by its name, or without one as "body" and its
// slot, like body12.
package bodyname

import (
	"strconv"
	"strings"

	"tumble/physics"
)

const nameless = "body"

// Of is the name of a body.
func Of(b physics.Body) string {
	if name := b.Name(); name != "" {
		return name
	}
	return nameless + strconv.Itoa(b.Index())
}

// Find returns the body that is called so.
func Find(w *physics.World, name string) (physics.Body, bool) {
	for _, b := range w.Bodies(nil) {
		if b.Name() == name {
			return b, true
		}
	}
	if text, ok := strings.CutPrefix(name, nameless); ok {
		if slot, err := strconv.Atoi(text); err == nil {
			return w.BodyAt(slot)
		}
	}
	return physics.Body{}, false
}
