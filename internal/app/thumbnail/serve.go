package thumbnail

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/app/capture"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/app/userfile"
	"tumble/internal/openscene"
	"tumble/renderer"
)

// Facts are the facts of a scene besides its picture.
type Facts struct {
	Bodies int `toml:"bodies"`
	// StepMs is the cost of a step on one processor (ms): the lower quartile, which a busy machine hardly raises.
	// AskedHz is the rate of the steps that the scene asks for (Hz).
	StepMs  float64 `toml:"step_ms"`
	AskedHz int     `toml:"asked_hz"`
}

// Heavy reports whether the steps of a second take longer than a second.
func (f *Facts) Heavy() bool { return f.StepMs*float64(f.AskedHz) > 1000 }

// Serve makes pictures in a folder until in ends. Each line of in asks for a picture: the name of its files, a tab, and
// a scene. Serve answers with a line on out: the name, a tab, and "ok" or the error. A line of another form ends Serve
// with an error.
func Serve(ex renderer.Executor, folder string, in io.Reader, out io.Writer, clock timestep.Clock) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		key, scene, ok := strings.Cut(lines.Text(), "\t")
		if !ok || key == "" || key != filepath.Base(key) {
			return fmt.Errorf("thumbnail: bad request %q", lines.Text())
		}
		said := "ok"
		if err := take(ex, scene, filepath.Join(folder, key), clock); err != nil {
			said = strings.ReplaceAll(err.Error(), "\n", "; ")
		}
		if _, err := fmt.Fprintf(out, "%s\t%s\n", key, said); err != nil {
			return err
		}
	}
	return lines.Err()
}

// take writes the facts of a scene to path.toml and its picture to path.png. The picture is written last: a picture in
// the cache has its facts.
func take(ex renderer.Executor, name, path string, clock timestep.Clock) error {
	scene, err := openscene.Find(name)
	if err != nil {
		return err
	}
	config := param.NewConfig(scene)
	s, err := session.New(config, nil)
	if err != nil {
		return err
	}
	defer s.Close()
	began := clock.Now()
	var times []int64
	last := began
	shot := capture.Shot{
		Steps: steps(name), Width: Width, Height: Height, Show: stage.Plain(),
		Enough: func(done int) bool {
			now := clock.Now()
			if done >= measuredFrom || len(times) == 0 {
				times = append(times, now-last)
			}
			last = now
			return now-began > int64(mostTime)
		},
	}
	var pixels renderer.Capture
	if err := shot.Take(ex, s, &pixels); err != nil {
		return err
	}
	slices.Sort(times)
	facts := Facts{Bodies: s.World().BodyCount(), AskedHz: config.Loop.Hertz}
	if len(times) > 0 {
		facts.StepMs = float64(times[len(times)/4]) / float64(time.Millisecond)
	}
	if err := userfile.Write(path+".toml", &facts); err != nil {
		return err
	}
	return capture.SavePNG(path+".png", &pixels)
}

// steps is the age of a scene in its picture (steps): its age in the gallery, or usualSteps outside the gallery.
func steps(scene string) int {
	for i := range capture.Stills {
		if capture.Stills[i].Scene == scene {
			return capture.Stills[i].Steps
		}
	}
	return usualSteps
}

// Tidy removes the folders beside folder: they have the pictures of other builds of the program.
func Tidy(folder string) {
	around := filepath.Dir(folder)
	entries, err := os.ReadDir(around)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != filepath.Base(folder) {
			_ = os.RemoveAll(filepath.Join(around, e.Name()))
		}
	}
}
