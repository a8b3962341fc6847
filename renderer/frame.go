package renderer

import (
	"context"
	"runtime/trace"
)

// frame makes the calls of one packet on the device. After the end of the program it leaves out all draws, which take
// seconds a picture on a slow device.
func (c *core) frame(p *Packet, stats *Stats) {
	region := trace.StartRegion(context.Background(), "draw")
	defer region.End()
	if len(c.scratch) < len(p.Ops) {
		c.scratch = make([]Op, cap(p.Ops))
	}
	ops := sortOps(p.Ops, c.scratch)
	if err := c.device.BeginFrame(p); err != nil {
		c.note(err)
		return
	}
	stats.Ops, stats.Instances = int32(len(ops)), int32(len(p.Instances))
	stats.Lines, stats.Quads = int32(len(p.Lines)), int32(len(p.Quads))

	if n := min(p.View.Shadow.Cascades, MaxCascades); n > 0 {
		c.collectCasters(p, ops)
		for view := range int(n) {
			c.pass(PassShadow, view, c.casters, c.shadows, stats)
		}
	}
	at := 0
	for pass := PassShadow; pass < PassCount; pass++ {
		end := at
		for end < len(ops) && ops[end].Key.Pass() == pass {
			end++
		}
		// the scene is begun even when it is empty: it clears the picture
		if pass == PassScene || pass > PassScene && end > at {
			c.pass(pass, 0, ops[at:end], p.Draws, stats)
		}
		at = end
	}
	if err := c.device.EndFrame(); err != nil {
		c.note(err)
	}
}

func (c *core) pass(pass Pass, view int, ops []Op, draws []Draw, stats *Stats) {
	region := trace.StartRegion(context.Background(), passNames[pass])
	c.device.BeginPass(pass, view)
	for _, o := range ops {
		if c.unseen() {
			break
		}
		c.device.Draw(o, draws[o.Draw])
	}
	c.device.EndPass()
	c.progress.Add(1)
	region.End()
	stats.Passes++
	stats.Draws += int32(len(ops))
}

// collectCasters makes the list of the shadow pass out of the meshes of the scene and those that
// only cast shadows: by mesh, and ranges of instances that touch are one draw.
func (c *core) collectCasters(p *Packet, ops []Op) {
	c.casters, c.shadows = c.casters[:0], c.shadows[:0]
	for _, o := range ops {
		if o.Key.Pass() > PassScene {
			break
		}
		if o.Kind != KindMesh || o.Flags&DrawNoShadow != 0 {
			continue
		}
		d := p.Draws[o.Draw]
		c.casters = append(c.casters, Op{
			Key:  Key(d.Mesh.index)<<32 | Key(d.First),
			Draw: o.Draw, Kind: KindMesh, Flags: o.Flags & DrawTwoSided,
		})
	}
	if len(c.casterScratch) < len(c.casters) {
		c.casterScratch = make([]Op, cap(c.casters))
	}
	sorted := sortOps(c.casters, c.casterScratch)
	out := sorted[:0]
	for _, o := range sorted {
		d := p.Draws[o.Draw]
		if n := len(out); n > 0 {
			last := &c.shadows[n-1]
			if last.Mesh == d.Mesh && out[n-1].Flags == o.Flags && last.First+last.Count == d.First {
				last.Count += d.Count
				continue
			}
		}
		o.Key, o.Draw = stateKey(PassShadow, 0, uint8(o.Flags), d.Mesh, Texture{}, 0), uint32(len(c.shadows))
		out = append(out, o)
		c.shadows = append(c.shadows, d)
	}
	// the sorted list may lie in either buffer; keep both
	if len(sorted) > 0 && len(c.casters) > 0 && &sorted[0] != &c.casters[0] {
		c.casterScratch = c.casters[:cap(c.casters)]
	}
	c.casters = out
}
