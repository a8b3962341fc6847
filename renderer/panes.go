package renderer

// MaxPanes is how many parts a picture can have.
const MaxPanes = 4

// Panes are parts of a picture that show different things through the same view: each instance, line and point is
// seen in one of them. The shadow maps are shared out among them, a quarter of each side by side for every pane, so a
// ShadowFit has half the Size of the maps. The zero value is a picture as a whole.
type Panes struct {
	// Count is the number of panes; below 2 the view fills the picture.
	Count int32
	// Rects are their places, in pixels of the picture, from left to right and of equal size.
	Rects [MaxPanes]Rect
	// Lines and Points are the first ones of each pane, see BeginPane.
	Lines, Points [MaxPanes]uint32
}

// Number is the number of parts that the picture has, at least 1.
func (p *Panes) Number() int { return int(min(max(p.Count, 1), MaxPanes)) }

// BeginPane has the lines, points and labels that follow seen in a pane. Panes are recorded in their order, and
// instances say themselves where they are seen.
func (p *Packet) BeginPane(pane int) {
	if pane < 0 || pane >= MaxPanes {
		return
	}
	p.pane = pane
	p.Panes.Lines[pane], p.Panes.Points[pane] = uint32(len(p.Lines)), uint32(len(p.Points))
}

// toPane moves pixels of the view to where its pane is in the picture, and returns the pixels of the pane, the zero
// Rect for the whole picture.
func (p *Packet) toPane(x, y float32) (px, py float32, clip Rect) {
	if p.Panes.Number() == 1 {
		return x, y, Rect{}
	}
	r := p.Panes.Rects[p.pane]
	w, h := float32(max(p.Header.Width, 1)), float32(max(p.Header.Height, 1))
	return float32(r.X0) + x*float32(r.X1-r.X0)/w, float32(r.Y0) + y*float32(r.Y1-r.Y0)/h, r
}
