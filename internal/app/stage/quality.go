package stage

import (
	"slices"

	"tumble/renderer"
)

// qualityLevels go from the best picture to the cheapest.
var qualityLevels = [...]renderer.Quality{
	{Samples: 4, ShadowSize: 2048, Flags: renderer.QualityAmbientOcclusion | renderer.QualitySoftShadows},
	{Samples: 4, ShadowSize: 2048, Flags: renderer.QualitySoftShadows},
	{Samples: 4, ShadowSize: 1024},
	{Samples: 2, ShadowSize: 1024, Scale: 0.75},
	{Samples: 1, ShadowSize: 512, Scale: 0.6},
	{Samples: 1, ShadowSize: 512, Scale: 0.4},
}

// detailLevels are the factors on the size of round things by which their level of detail is chosen: a
// processor that draws spends most of its time on corners.
var detailLevels = [len(qualityLevels)]float32{1, 1, 0.4, 0.25, 0.15, 0.05}

const (
	// softwareLevel is where drawing by the processor starts.
	softwareLevel = 2
	// slowFrame (ns) is the time of a frame above which the picture is made cheaper: below 15
	// frames a second dragging a body is no fun.
	slowFrame = 66e6
	// slowFrames is how many frames in a row have to be slow; a single hitch changes nothing.
	slowFrames = 8
	// settleFrames are not looked at after a change: targets are made anew.
	settleFrames = 4
	// quickFrame (ns) is the time of a frame below which a better picture may still be quick enough: the next level
	// costs up to twice as much.
	quickFrame = 25e6
	// quickFrames is how many frames in a row have to be quick before a better picture is tried again; each try that
	// fails doubles the number, up to mostQuickFrames, so that a picture on the edge does not keep changing its
	// sharpness.
	quickFrames     = 600
	mostQuickFrames = 1 << 15
)

// Quality is the quality that users choose: QualityAutomatic, or one of the levels after it, the best first.
type Quality int

// QualityAutomatic begins with a level that the device is expected to manage, takes simpler levels while frames are
// slow, and goes back when they are quick for long.
const QualityAutomatic Quality = 0

// QualityBest is the best level, however long a frame takes.
const QualityBest Quality = 1

// QualityNames are the names of a Quality, in order.
var QualityNames = []string{"automatic", "best", "high", "medium", "modest", "low", "least"}

// FindQuality returns the quality of a name.
func FindQuality(name string) (q Quality, ok bool) {
	i := slices.Index(QualityNames, name)
	return Quality(max(i, 0)), i >= 0
}

// autoQuality makes the picture cheaper until frames are drawn at an interactive rate, and better again when what made
// them slow is gone: another program, a scene with too many bodies.
type autoQuality struct {
	asked  Quality
	level  int
	best   int // level with which it began
	slow   int
	quick  int
	wait   int // quick frames before the next try
	tried  bool
	settle int
	seen   uint64
}

// qualityChange is the change of the quality in a frame.
type qualityChange int

const (
	qualityKept qualityChange = iota
	qualityLowered
	qualityRaised
)

// newAutoQuality starts at the requested quality, or else at the one that a device is expected to manage.
func newAutoQuality(asked Quality, info renderer.Info) autoQuality {
	q := autoQuality{asked: asked, settle: settleFrames, wait: quickFrames}
	switch {
	case asked != QualityAutomatic:
		q.level = int(asked) - 1
	case info.Software:
		q.level = softwareLevel
	}
	q.best = q.level
	return q
}

// quality is that of the frames drawn now.
func (q *autoQuality) quality() renderer.Quality { return qualityLevels[q.level] }

// detail is the factor on sizes for the level of detail.
func (q *autoQuality) detail() float32 { return detailLevels[q.level] }

// fit is the shadow fit that belongs to the quality.
func (q *autoQuality) fit() renderer.ShadowFit {
	f := renderer.ShadowFit{Size: int(q.quality().ShadowSize)}
	if q.level >= softwareLevel {
		f.Cascades = 2
	}
	if q.level > softwareLevel+1 {
		f.Cascades = 1
	}
	return f
}

// observe looks at the newest finished frame and tells how the quality has changed. The
// time counted is that of the render side from taking the packet to the end of the swap;
// the wait for the display in it is far below the limit.
func (q *autoQuality) observe(p *renderer.Present) qualityChange {
	if q.asked != QualityAutomatic || p.ID == q.seen || !p.Swapped {
		return qualityKept
	}
	q.seen = p.ID
	if q.settle > 0 {
		q.settle--
		return qualityKept
	}
	switch took := p.SwapEnd - p.Begin; {
	case took >= slowFrame:
		q.slow, q.quick = q.slow+1, 0
	case took >= quickFrame:
		q.slow, q.quick = 0, 0
	default:
		q.slow, q.quick = 0, q.quick+1
	}
	switch {
	case q.slow >= slowFrames && q.level < len(qualityLevels)-1:
		if q.tried {
			q.wait = min(2*q.wait, mostQuickFrames)
		}
		q.change(+1)
		q.tried = false
		return qualityLowered
	case q.quick >= q.wait && q.level > q.best:
		q.change(-1)
		q.tried = true
		return qualityRaised
	}
	return qualityKept
}

// change takes a level that is simpler by one, or better.
func (q *autoQuality) change(by int) {
	q.level += by
	q.slow, q.quick, q.settle = 0, 0, settleFrames
}
