package renderer

import (
	"fmt"
	"io"
)

var depthNames = [...]string{"test", "hint", "none"}

func (d DepthMode) String() string {
	if int(d) < len(depthNames) {
		return depthNames[d]
	}
	return "unknown"
}

// String tells what the op draws and in which order.
func (o Op) String() string {
	return fmt.Sprintf("%v.%d %v depth %v flags %#x key %#016x",
		o.Key.Pass(), o.Key.Layer(), o.Kind, o.Depth, uint16(o.Flags), uint64(o.Key))
}

// String tells which resources and which range are drawn.
func (d Draw) String() string {
	s := fmt.Sprintf("%d+%d", d.First, d.Count)
	if !d.Mesh.IsZero() {
		s += fmt.Sprintf(" mesh %d/%d", d.Mesh.index, d.Mesh.generation)
	}
	if !d.Texture.IsZero() {
		s += fmt.Sprintf(" texture %d/%d", d.Texture.index, d.Texture.generation)
	}
	if !d.Clip.IsZero() {
		s += fmt.Sprintf(" clip %d,%d to %d,%d", d.Clip.X0, d.Clip.Y0, d.Clip.X1, d.Clip.Y1)
	}
	return s
}

// Dump writes the ops of the packet in the recorded order, a line for every op, for finding faults.
func (p *Packet) Dump(w io.Writer) error {
	h := &p.Header
	_, err := fmt.Fprintf(
		w, "packet %d tick %d alpha %.3f %dx%d: %d ops, %d instances, %d lines, %d points, %d quads, %d indices\n",
		h.ID, h.Tick, h.Alpha, h.Width, h.Height,
		len(p.Ops), len(p.Instances), len(p.Lines), len(p.Points), len(p.Quads), len(p.Indices))
	for _, o := range p.Ops {
		if err != nil {
			break
		}
		_, err = fmt.Fprintf(w, "  %v  %v\n", o, p.Draws[o.Draw])
	}
	if err != nil {
		return fmt.Errorf("renderer: dump of packet %d: %w", h.ID, err)
	}
	return nil
}
