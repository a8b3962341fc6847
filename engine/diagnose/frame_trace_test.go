package diagnose

import (
	"strings"
	"testing"
)

func TestFrameTraceErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "a.trace:1: not a frame trace"},
		{"nonsense\n", "a.trace:1: not a frame trace"},
		{traceHeader + " refresh_ns=-1\n", "a.trace:1: refresh_ns"},
		{traceHeader + " refresh_ns=1\n1 2\nx 3\n", "a.trace:3: \"x 3\""},
		{traceHeader + " refresh_ns=1\n1 2\n1 1\n", "a.trace:3: stamp 1 is before"},
		{traceHeader + " refresh_ns=1\n1 2\n", "a.trace: only 1 frames"},
	} {
		if _, err := ReadFrameTrace(strings.NewReader(c.text), "a.trace"); err == nil ||
			!strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzReadFrameTrace(f *testing.F) {
	f.Add(traceHeader + " refresh_ns=16666667\n1 2\n3 4\n5 6\n")
	f.Fuzz(func(t *testing.T, s string) {
		tr, err := ReadFrameTrace(strings.NewReader(s), "f")
		if err == nil && (len(tr.Frames) < 3 || !(tr.Hz() >= 0)) {
			t.Fatalf("%+v", tr)
		}
	})
}
