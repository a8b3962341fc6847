package main

import (
	"encoding/json"
	"io"

	"tumble/internal/bodyname"
	"tumble/physics"
)

// eventLine is one event as a JSON object. Fields that an event does not have are left out.
type eventLine struct {
	Step    int         `json:"step"`
	Type    string      `json:"type"`
	A       string      `json:"a,omitempty"`
	B       string      `json:"b,omitempty"`
	Point   *[3]float32 `json:"point,omitempty"`
	Normal  *[3]float32 `json:"normal,omitempty"`
	Speed   float32     `json:"speed,omitempty"`
	Impulse float32     `json:"impulse,omitempty"`
	Force   float32     `json:"force,omitempty"`
	Torque  float32     `json:"torque,omitempty"`
	Reason  string      `json:"reason,omitempty"`
}

// eventWriter writes the events of each step, one JSON object a line.
type eventWriter struct {
	out    io.Writer
	world  *physics.World
	bodies []physics.Body
	shapes []physics.Shape
	awake  map[physics.Body]bool
}

// newEventWriter asks all shapes of the world for their events.
func newEventWriter(out io.Writer, w *physics.World) *eventWriter {
	e := &eventWriter{out: out, world: w, awake: map[physics.Body]bool{}}
	for _, b := range w.Bodies(nil) {
		e.awake[b] = b.Awake()
		e.shapes = b.Shapes(e.shapes[:0])
		for _, s := range e.shapes {
			s.SetEvents(true, true, true)
		}
	}
	return e
}

func (e *eventWriter) write(step int) error {
	var lines []eventLine
	ev := e.world.Events()
	for _, x := range ev.ContactBegin {
		lines = append(lines, eventLine{Type: "contactBegin", A: shapeName(x.ShapeA), B: shapeName(x.ShapeB),
			Point: pointer(x.Point), Normal: pointer(x.Normal)})
	}
	for _, x := range ev.ContactEnd {
		lines = append(lines, eventLine{Type: "contactEnd", A: shapeName(x.ShapeA), B: shapeName(x.ShapeB)})
	}
	for _, x := range ev.Hit {
		lines = append(lines, eventLine{Type: "contactHit", A: shapeName(x.ShapeA), B: shapeName(x.ShapeB),
			Point: pointer(x.Point), Normal: pointer(x.Normal), Speed: x.Speed, Impulse: x.Impulse})
	}
	for _, x := range ev.SensorBegin {
		lines = append(lines, eventLine{Type: "sensorBegin", A: shapeName(x.Sensor), B: shapeName(x.Visitor)})
	}
	for _, x := range ev.SensorEnd {
		lines = append(lines, eventLine{Type: "sensorEnd", A: shapeName(x.Sensor), B: shapeName(x.Visitor)})
	}
	for _, x := range ev.JointBreak {
		lines = append(lines, eventLine{Type: "jointBreak", Force: x.Force, Torque: x.Torque})
	}
	for _, x := range ev.Quarantine {
		lines = append(lines, eventLine{Type: "quarantine", A: bodyname.Of(x.Body), Reason: x.Reason.String()})
	}
	for _, x := range ev.Restrained {
		a, b := x.Body, physics.Body{}
		if x.Joint.Valid() {
			a, b = x.Joint.Bodies()
		}
		line := eventLine{Type: "restrained"}
		if a.Valid() {
			line.A = bodyname.Of(a)
		}
		if b.Valid() {
			line.B = bodyname.Of(b)
		}
		lines = append(lines, line)
	}
	lines = e.sleepers(lines)
	for i := range lines {
		lines[i].Step = step
		text, err := json.Marshal(&lines[i])
		if err != nil {
			return err
		}
		if _, err := e.out.Write(append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// sleepers appends which bodies fell asleep or woke since the last step.
func (e *eventWriter) sleepers(lines []eventLine) []eventLine {
	e.bodies = e.world.Bodies(e.bodies[:0])
	for _, b := range e.bodies {
		was, known := e.awake[b]
		is := b.Awake()
		if known && is != was && b.Type() == physics.Dynamic {
			kind := "sleep"
			if is {
				kind = "wake"
			}
			lines = append(lines, eventLine{Type: kind, A: bodyname.Of(b)})
		}
		e.awake[b] = is
	}
	return lines
}

func shapeName(s physics.Shape) string { return bodyname.Of(s.Body()) }

func pointer(v physics.Vec3) *[3]float32 {
	p := triple(v)
	return &p
}
