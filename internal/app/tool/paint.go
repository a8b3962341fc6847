package tool

import (
	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/physics"
)

// Material is a material for painting bodies.
type Material struct {
	Name    string
	Surface physics.Material
	Density float32 // kg/m³
}

// Materials are typical materials: friction against themselves, bounce and density from tables of engineering.
var Materials = [...]Material{
	{"wood", physics.Material{Friction: 0.5, Restitution: 0.3}, 700},
	{"steel", physics.Material{Friction: 0.6, Restitution: 0.5}, 7850},
	{"ice", physics.Material{Friction: 0.03, Restitution: 0.1}, 917},
	{"rubber", physics.Material{Friction: 1, Restitution: 0.8}, 1100},
	{"stone", physics.Material{Friction: 0.7, Restitution: 0.2}, 2600},
	{"cork", physics.Material{Friction: 0.6, Restitution: 0.4}, 240},
	{"felt", physics.Material{Friction: 0.8, RollingResistance: 0.05}, 300},
}

// paint gives the body under the cursor the material, once each time that the mouse comes to it.
func (w *Worker) paint(e *input.Event, queue *input.Queue) {
	hit, ok := w.under()
	if !ok || hit.Shape.Body() == w.painted {
		return
	}
	w.painted = hit.Shape.Body()
	m := &Materials[min(max(w.Options.Material, 0), len(Materials)-1)]
	w.host.Send(queue, e, session.PaintCommand(w.painted, m.Surface, m.Density))
}
