package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestSummary holds that the summary for programs and the one for people say the same.
func TestSummary(t *testing.T) {
	var s summary
	if err := json.Unmarshal([]byte(mustSandbox(t, "sim", "box", "--steps", "20", "--json")), &s); err != nil {
		t.Fatal(err)
	}
	text := mustSandbox(t, "sim", "box", "--steps", "20")
	for _, part := range []string{"box: 20 steps, 0.20 s simulated in ",
		"2 bodies, 1 awake, 0 contacts touching, hash " + s.Hash + "\n"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not contain %q", text, part)
		}
	}
	if s.Scene != "box" || s.Steps != 20 || s.Seconds != 0.2 || s.Bodies != 2 || s.Awake != 1 || s.Wall <= 0 {
		t.Errorf("%+v", s)
	}
}
