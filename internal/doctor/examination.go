package doctor

import (
	"fmt"

	"tumble/internal/bodyname"
	"tumble/physics"
)

// examination collects findings.
type examination struct {
	world    *physics.World
	hertz    float32
	bodies   []physics.Body
	joints   []physics.Joint
	findings []Finding
}

// found notes a finding; of several of one code the first one is told, with their number.
func (e *examination) found(code Code, b physics.Body, advice, format string, args ...any) {
	for i := range e.findings {
		if f := &e.findings[i]; f.Code == code {
			f.Count++
			return
		}
	}
	e.findings = append(e.findings, Finding{Code: code, Body: b, Count: 1, Text: fmt.Sprintf(format, args...), Advice: advice})
}

// nameOf is the name of a body, or that of the world for the zero body.
func nameOf(b physics.Body) string {
	if !b.Valid() {
		return "the world"
	}
	return bodyname.Of(b)
}

// extent is the smallest side of the bounds of a body (m), 0 without a shape.
func extent(b physics.Body) float32 {
	if b.ShapeCount() == 0 {
		return 0
	}
	h := b.Bounds().Half()
	return 2 * min(h.X, h.Y, h.Z)
}
