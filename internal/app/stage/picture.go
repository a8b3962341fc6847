package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/internal/app/look"
	"tumble/internal/app/mglvec"
	"tumble/physics"
	"tumble/renderer"
)

// Picture draws a world: its bodies and overlays under the sky, in a quality that the device manages.
type Picture struct {
	stage    *Stage
	overlay  Overlay
	legend   Legend
	exposure float32
	// light is that of a look in a mood, made again when either changes
	light   renderer.Environment
	lit     *look.Look
	mood    look.Mood
	info    renderer.Info
	quality autoQuality
	fit     renderer.ShadowFit
	alone   [1]Pane
}

// NewPicture makes the meshes that all scenes share. The letters of overlays are those of the atlas.
func NewPicture(ex renderer.Executor, atlas *renderer.Atlas, q Quality) (*Picture, error) {
	stage, err := New(ex.Resources())
	if err != nil {
		return nil, err
	}
	p := &Picture{
		stage: stage, overlay: NewOverlay(atlas), legend: Legend{atlas: atlas}, exposure: 1, info: ex.Info(),
	}
	p.SetQuality(q)
	return p, nil
}

// Release destroys the meshes.
func (p *Picture) Release() { p.stage.Release() }

// Stage is where the bodies are.
func (p *Picture) Stage() *Stage { return p.stage }

// Overlay is drawn over the bodies.
func (p *Picture) Overlay() *Overlay { return &p.overlay }

// Quality is the quality that was asked for.
func (p *Picture) Quality() Quality { return p.quality.asked }

// Simpler reports whether there is a lower quality than that of the frames drawn now.
func (p *Picture) Simpler() bool { return p.quality.level < len(qualityLevels)-1 }

// SetQuality takes another quality of the picture from the next frame on.
func (p *Picture) SetQuality(q Quality) { p.setQuality(newAutoQuality(q, p.info)) }

func (p *Picture) setQuality(q autoQuality) {
	p.quality = q
	p.fit = q.fit()
	p.stage.SetDetail(q.detail())
}

// Observe looks at the newest finished frame. When it changes the quality it returns what a user should know.
func (p *Picture) Observe(present *renderer.Present) (note string) {
	switch p.quality.observe(present) {
	case qualityLowered:
		note = "drawing is slow here: simpler picture; Quality in Display sets one for good"
	case qualityRaised:
		note = "drawing is quick again: better picture"
	default:
		return ""
	}
	p.setQuality(p.quality)
	return note
}

// Exposure is the factor on the exposure that belongs to the mood.
func (p *Picture) Exposure() float32 { return p.exposure }

// SetExposure sets the factor on the exposure that belongs to the mood.
func (p *Picture) SetExposure(x float32) { p.exposure = x }

// Begin gives a packet the light and the quality of the picture.
func (p *Picture) Begin(packet *renderer.Packet, show *Show) {
	packet.Environment, packet.Quality = p.Light(show), p.quality.quality()
	e := &packet.Environment
	e.Exposure *= p.exposure
	if show.Clean && show.Mood != look.Blueprint {
		e.Ground.Grid, e.Ground.Axes = 0, 0
	}
}

// Light is that of the look of the scene in the mood, and where the ground lies.
func (p *Picture) Light(show *Show) renderer.Environment {
	if dressed := p.stage.dress.look; dressed != nil && (dressed != p.lit || show.Mood != p.mood) {
		p.light, p.lit, p.mood = dressed.Environment(show.Mood), dressed, show.Mood
	} else if p.lit == nil {
		p.light = renderer.DefaultEnvironment()
	}
	e := p.light
	_, _, e.Ground.Height = p.stage.Extent()
	return e
}

// Mood is that of the last frame.
func (p *Picture) Mood() look.Mood {
	if p.lit == nil {
		return look.Daylight
	}
	return p.lit.In(p.mood)
}

// Shadows fits the shadows to the view of a packet, for an eye so far (m) from its pivot. Several panes share the
// shadow maps.
func (p *Picture) Shadows(packet *renderer.Packet, show *Show, distance float32, panes bool) {
	if !show.Shadows {
		return
	}
	fit := p.fit
	if panes {
		fit.Size /= 2
	}
	if packet.Sampling.Count > 0 {
		// every ray of light has maps of its own: one of the subject of the picture, one of everything
		fit.Cascades, fit.Size = 2, int(packet.Quality.ShadowSize)
		v := &packet.View
		fit.Focus = v.Eye.Sub(mgl32.Vec3{v.View[2], v.View[6], v.View[10]}.Mul(distance))
		fit.FocusRadius = distance * mgl32.Vec2{1 / v.Proj[0], 1 / v.Proj[5]}.Len()
	}
	center, radius, _ := p.stage.Extent()
	fit.CasterCentre, fit.CasterRadius = mglvec.Of(center), 2*radius+20
	fit.Distance = max(2*distance+radius, 30)
	fit.Fit(&packet.View, packet.Environment.Light().Direction)
}

// Background draws sky and ground, behind everything.
func (p *Picture) Background(packet *renderer.Packet, show *Show) {
	if show.Wireframe {
		packet.Header.Flags |= renderer.FrameWireframe
	}
	// far behind what the scene is about the ground goes over into the background
	center, radius, _ := p.stage.Extent()
	e := &packet.Environment
	if e.Ground.BlendTo == 0 && show.Mood != look.Blueprint {
		d := mglvec.Of(center).Sub(packet.View.Eye).Len()
		e.Ground.BlendFrom, e.Ground.BlendTo = d+radius, 3*(d+radius)
		if p.Mood() != look.Studio {
			e.Ground.BlendTo *= 6
		}
	}
	packet.DrawSky()
	packet.DrawGround()
}

// Hold draws the spring by which the user holds a body, with its force, until the next Hold; an invalid joint is none.
func (p *Picture) Hold(spring physics.Joint) { p.overlay.joints.hand = spring }

// Draw draws the bodies of the world and its overlays.
func (p *Picture) Draw(f *engine.Frame, w *physics.World, show *Show, marks Marks) {
	p.stage.Bare(show.Mood == look.Blueprint)
	p.stage.Refresh(w, f.Poses, f.Nodes)
	p.alone[0] = Pane{Stage: p.stage, Nodes: f.Nodes, Show: show, Marks: marks}
	DrawPanes(f, p.alone[:])
	p.alone[0] = Pane{}
	p.overlay.Draw(f, w, show, float32(f.Status.Hz))
}

// DrawLegend explains the colours of the bodies over everything else, at the lower edge of a part of the picture or at
// its upper edge. It returns how high (pixels) it stands at the lower edge.
func (p *Picture) DrawLegend(f *engine.Frame, show *Show, area renderer.Rect, top bool) (foot float32) {
	if !show.Legend {
		return 0
	}
	mode := show.Color
	if show.Trails && mode == ColorPaint {
		// the trails have the colours of speeds
		mode = ColorSpeed
	}
	edge := float32(area.Y1)
	p.legend.top = edge
	p.legend.Draw(f, mode, area, top)
	if top {
		return 0
	}
	p.legend.Arrows(f, show, &p.overlay.measure, area)
	return edge - p.legend.top
}
