package stage

import (
	"testing"

	"tumble/renderer"
)

func TestQualityFollowsTheTimeOfFrames(t *testing.T) {
	q := newAutoQuality(QualityAutomatic, renderer.Info{})
	id := uint64(0)
	frames := func(n int, ns int64) (changes int) {
		for range n {
			id++
			if q.observe(&renderer.Present{ID: id, Begin: 5, SwapEnd: 5 + ns, Swapped: true}) != qualityKept {
				changes++
			}
		}
		return changes
	}
	if frames(500, 16e6) != 0 {
		t.Error("fast frames made the picture cheaper")
	}
	for range 50 {
		if frames(slowFrames-1, 200e6)+frames(1, 16e6) != 0 {
			t.Fatal("single hitches made the picture cheaper")
		}
	}
	if frames(1000, 200e6) != len(qualityLevels)-1 || q.level != len(qualityLevels)-1 {
		t.Errorf("level %d after many slow frames", q.level)
	}
	if frames(quickFrames/2, 10e6) != 0 {
		t.Error("the quality went up again at once")
	}
	if frames(5*quickFrames, 40e6) != 0 {
		t.Error("the quality went up where there is no time for it")
	}
	// a try that fails makes the next one wait twice as long
	last := len(qualityLevels) - 1
	for try, wait := 0, quickFrames; try < 4; try, wait = try+1, 2*wait {
		settle := q.settle
		if frames(settle+wait-1, 10e6) != 0 || frames(1, 10e6) != 1 || q.level != last-1 {
			t.Fatalf("try %d: level %d after %d quick frames", try, q.level, wait)
		}
		if frames(settleFrames+slowFrames, 200e6) != 1 || q.level != last {
			t.Fatalf("try %d: level %d after slow frames", try, q.level)
		}
	}
	if frames(100*mostQuickFrames, 10e6); q.level != 0 {
		t.Errorf("level %d after a long time of quick frames", q.level)
	}
	if s := newAutoQuality(QualityAutomatic, renderer.Info{Software: true}); s.quality().Flags != 0 {
		t.Error("drawing by the processor starts with ambient occlusion")
	}
	for i := range qualityLevels {
		l := autoQuality{level: i}
		if l.fit().Size != int(l.quality().ShadowSize) {
			t.Errorf("level %d: shadow fit and map differ in size", i)
		}
	}
}

// The quality that the user asks for stays, however slow the frames are, and every level has a name.
func TestQualityThatWasAskedFor(t *testing.T) {
	if len(QualityNames) != len(qualityLevels)+1 {
		t.Fatalf("%d names for %d levels", len(QualityNames), len(qualityLevels))
	}
	for i, name := range QualityNames[1:] {
		asked, ok := FindQuality(name)
		if !ok {
			t.Fatalf("%s is not found", name)
		}
		q := newAutoQuality(asked, renderer.Info{Software: true})
		if q.quality() != qualityLevels[i] {
			t.Errorf("%s is %+v, not level %d", name, q.quality(), i)
		}
		for id := range uint64(100) {
			if q.observe(&renderer.Present{ID: id + 1, SwapEnd: 500e6, Swapped: true}) != qualityKept {
				t.Fatalf("%s was changed", name)
			}
		}
	}
	if _, ok := FindQuality("splendid"); ok {
		t.Error("a quality that does not exist is found")
	}
}
