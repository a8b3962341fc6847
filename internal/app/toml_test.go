package app

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"tumble/engine/param"
	"tumble/internal/app/panel"
	"tumble/internal/app/session"
	"tumble/internal/app/tool"
	"tumble/internal/app/userfile"
	"tumble/physics/scenes"
)

// FuzzTOML feeds the readers of presets and settings with anything: whatever they take leaves only
// values that the parameters allow, and takes no more time and memory than its size explains.
func FuzzTOML(f *testing.F) {
	scene, _ := scenes.Find("pyramid36")
	for _, seed := range []string{
		"scene = \"pyramid36\"\n[parameters]\n\"gravity.y\" = -1.62\nsleep = false\nsubsteps = 8\n",
		"theme = \"light\"\nzoom = 1.5\ndrawer = true\n[show]\ncontacts = true\n[docks]\nleft = 300\n[[window]]\ntitle = \"Tune\"\nside = \"left\"\nwidth = 320\nheight = 1e9\nfront = true\n",
		"[[view]]\nscene = \"box\"\nslot = 1\npivot = [0, 1, nan]\nyaw = inf\ndistance = 4\n",
		"a = [[[[[[", "\"\" = {a.b.c = 1}\n", "[parameters]\nsubsteps = [1]\n", "x = 1979-05-27T07:32:00Z\n",
		"[parameters]\n" + strings.Repeat("a.", 200) + "b = 1\n",
	} {
		for k := range 8 {
			f.Add([]byte(seed[:len(seed)*(k+1)/8]))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		var p session.Preset
		if userfile.Decode(data, &p) == nil {
			registry := param.NewConfig(scene).Registry()
			values, err := p.Values(scene.Name, registry)
			for key, v := range values {
				if err != nil {
					break
				}
				q, unknown := registry.Lookup(key)
				if unknown != nil {
					t.Errorf("%s was taken: %v", key, unknown)
				} else if _, bad := q.Parse(q.Format(v)); bad != nil {
					t.Errorf("%s = %v was taken: %v", key, v, bad)
				}
			}
		}
		var s settings
		if userfile.Decode(data, &s) == nil {
			p := panel.New(nil, "")
			p.SetSettings(s.panels())
			laid, _ := p.Settings()
			for _, w := range laid.Window {
				if !(w.Width >= 0 && w.Width <= 1e4 && w.Height >= 0 && w.Height <= 1e4 && w.X >= -1e4 && w.X <= 1e4) {
					t.Errorf("a window at %+v", w)
				}
			}
			camera := tool.New(nil).Camera
			camera.SetSavedViews(s.View)
			for _, v := range camera.SavedViews() {
				if !(v.Distance > 0 && v.Distance < 1e7) {
					t.Errorf("a view of %q from %v", v.Scene, v.Distance)
				}
			}
		}
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 512*uint64(len(data))+64<<20 {
			t.Errorf("%d bytes of input took %d bytes of memory", len(data), grown)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%d bytes of input took %v", len(data), took)
		}
	})
}
