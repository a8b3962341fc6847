package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine/timestep"
	"tumble/internal/sweep"
)

// TestChoose: pictures are of the cells with the smallest first metric, and of those whose guard rail broke first, at
// their end.
func TestChoose(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "study.toml")
	text := `title = "a < b </script>"
scene = "box"
steps = 60
[[parameter]]
key = "gravity.y"
range = [-20.0, -1.0]
count = 12
[[metric]]
meter = "speed.max"
[[guard]]
name = "slow"
breaks = "speed.max > 5"
`
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := sweep.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	rows := filepath.Join(dir, "rows")
	clock := timestep.RealClock()
	if _, err := sweep.Run(t.Context(), s, sweep.Options{Dir: rows, Program: "test", Shards: 1,
		Executor: &sweep.Inline{Workers: 1, Clock: clock}, Clock: clock}); err != nil {
		t.Fatal(err)
	}
	st, err := sweep.OpenStore(rows)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	list, err := Choose(st, 2)
	if err != nil || len(list) != 4 {
		t.Fatalf("%+v, %v", list, err)
	}
	// gravity grows weaker from cell to cell
	for i, want := range []int{11, 10, 0, 1} {
		if list[i].Cell != want {
			t.Errorf("picture %d is of cell %d, want %d", i, list[i].Cell, want)
		}
	}
	if list[0].Step != 60 || list[2].Step != 60 || !strings.Contains(list[2].Caption, "slow") ||
		list[0].Values[0] != -1 {
		t.Errorf("%+v", list)
	}
	list[0].JPEG = []byte("picture")
	out := &bytes.Buffer{}
	err = Write(out, st, "study.toml", list[:1], nil)
	if err != nil {
		t.Fatal(err)
	}
	written := out.String()
	for _, part := range []string{`"jpeg":"cGljdHVyZQ=="`, "<title>a &lt; b &lt;/script&gt;</title>", style, script} {
		if !strings.Contains(written, part) {
			t.Errorf("no %.40s in the page", part)
		}
	}
	if strings.Contains(written, "{{.") || strings.Count(written, "</script>") != 2 {
		t.Error("a mark is left in the page, or the title ends a script")
	}
}
