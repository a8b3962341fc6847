package jsonvalue

import (
	"runtime"
	"strings"
	"testing"

	"tumble/scene/model"
)

// TestManyValues holds that a short text of very many values is refused before memory is taken for them.
func TestManyValues(t *testing.T) {
	text := []byte(`{"a":[` + strings.Repeat("0,", maxValues+1) + `0]}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Parse(text, &model.Faults{})
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; err == nil || grown > 1<<20 {
		t.Errorf("%v with %d bytes of memory", err, grown)
	}
}

// TestLimitsOfText holds that size, depth and syntax are told with their place.
func TestLimitsOfText(t *testing.T) {
	for text, word := range map[string]string{
		strings.Repeat("[", maxNesting+1):  "nested deeper",
		"{\"a\":1,\n}":                     "line 2",
		"[]":                               "JSON object",
		`{} {}`:                            "more after the end",
		`{"a":` + strings.Repeat("[", 250): "nested deeper",
	} {
		if _, err := Parse([]byte(text), &model.Faults{}); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%.20q: %v, want %q", text, err, word)
		}
	}
}
