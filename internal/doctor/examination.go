package doctor

import (
	"fmt"
	"slices"

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

// remedy mends a finding: its effect in words, and the change, whose error says why the world did not take it.
type remedy struct {
	text   string
	change func() error
}

// found notes a finding; of several of one code the first one is told, with their number.
func (e *examination) found(code Code, b physics.Body, fix remedy, advice, format string, args ...any) {
	i := slices.IndexFunc(e.findings, func(f Finding) bool { return f.Code == code })
	if i < 0 {
		i = len(e.findings)
		e.findings = append(e.findings, Finding{Code: code, Body: b, Text: fmt.Sprintf(format, args...), Advice: advice,
			Fix: fix.text})
	}
	f := &e.findings[i]
	f.Count++
	if fix.change != nil {
		f.mends = append(f.mends, fix.change)
	}
	f.names(b)
}

// with adds the other body of a pair to the finding of a code; what stands still is not named.
func (e *examination) with(code Code, b physics.Body) {
	if i := slices.IndexFunc(e.findings, func(f Finding) bool { return f.Code == code }); i >= 0 && b.Valid() &&
		b.Type() != physics.Static {
		e.findings[i].names(b)
	}
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
