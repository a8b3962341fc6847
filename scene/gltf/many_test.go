package gltf

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"tumble/scene/gltf/internal/load"
	"tumble/scene/model"
)

// TestManyBodiesAreRefusedEarly: a file of 300,000 bodies is refused with a word before it has cost more than its text,
// its parsed values and the bodies that are allowed.
func TestManyBodiesAreRefusedEarly(t *testing.T) {
	const count = 300_000
	var text strings.Builder
	text.WriteString(`{"asset":{"version":"2.0"},"extensionsUsed":["KHR_implicit_shapes","KHR_physics_rigid_bodies"],`)
	text.WriteString(
		`"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"sphere","sphere":{"radius":0.5}}]}},"scene":0,` +
			`"scenes":[{"nodes":[0`)
	for i := 1; i < count; i++ {
		text.WriteString(",")
		text.WriteString(strconv.Itoa(i))
	}
	text.WriteString(`]}],"nodes":[`)
	for i := range count {
		if i > 0 {
			text.WriteString(",")
		}
		text.WriteString(
			`{"extensions":{"KHR_physics_rigid_bodies":{"motion":{},"collider":{"geometry":{"shape":0}}}}}`)
	}
	text.WriteString(`]}`)
	data := []byte(text.String())
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f := &model.Faults{}
	load.Scene(data, "many", nil, f)
	runtime.ReadMemStats(&after)
	t.Logf("%d MB of text, %d MB allocated, %d MB from the system, %v", len(data)>>20,
		(after.TotalAlloc-before.TotalAlloc)>>20, (after.Sys-before.Sys)>>20, f.Err())
	if err := f.Err(); err == nil || !strings.Contains(err.Error(), "bodies") {
		t.Errorf("error %v", err)
	}
	if used := after.Sys - before.Sys; used > 600<<20 {
		t.Errorf("%d MB of memory were taken for a file of %d MB", used>>20, len(data)>>20)
	}
}
