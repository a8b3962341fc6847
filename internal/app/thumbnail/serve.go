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
	// StepMs is the cost of a step on one processor (ms), the lower quartile so that a busy machine does not count, AskedHz how many steps a second the scene asks for.
	StepMs  float64 `toml:"step_ms"`
	AskedHz int     `toml:"asked_hz"`
}

// Heavy reports whether a step may take longer than there is for it.
func (f *Facts) Heavy() bool { return f.StepMs*float64(f.AskedHz) > 1000 }

// Serve makes the pictures that in asks for with lines of a name for the files and a scene, with a tab between, in a folder.
// Each is answered with a line: the name, a tab, and "ok" or what is wrong. It returns at the end of in.
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

// take writes the picture of a scene and its facts to files that begin with path; the picture last, because it says that both
// are there.
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

// steps is the age of a scene in its picture: that of the gallery, if it is there.
func steps(scene string) int {
	for i := range capture.Stills {
		if capture.Stills[i].Scene == scene {
			return capture.Stills[i].Steps
		}
	}
	return usualSteps
}

// Tidy removes the pictures of other builds of the program: the folders beside that of this one.
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
