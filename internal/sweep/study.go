package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/pelletier/go-toml/v2"

	"tumble/internal/meter"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
)

// ErrStudy is wrapped by errors about the contents of a study file.
var ErrStudy = errors.New("bad study")

// Study is a plan of simulations.
type Study struct {
	// Path is the file as it was given, Text its contents, Digest the hash of everything that the rows depend on.
	Path, Digest string
	Text         []byte
	// Title says in a few words what is studied.
	Title string
	// SceneName is the scene as in the file: a name of the library, or a file beside the study.
	SceneName string
	Scene     *scenes.Scene
	// Steps is the last step of a cell. Until, if not nil, ends it earlier.
	Steps int
	Until string
	// TimeLimit ends a cell that takes longer, 0 for no limit. Such a cell has no result.
	TimeLimit time.Duration
	// Seed is that of designs and disturbances.
	Seed       uint64
	Parameters []Parameter
	Metrics    []Metric
	Guards     []Guard
	Repeat     Repeat
	Design     Design
	// Fit says how the study follows measured motion, if it does.
	Fit Fit

	// set are the values that all cells have, in the order of the file.
	set []fixed
}

// Metric is a number of a cell.
type Metric struct {
	Name, Unit string
	// Meter is measured after each step and reduced by one of Reductions.
	Meter  *meter.Meter
	Reduce string
	// Until is a condition instead of a meter: the metric is the time (s) of the first step where it holds.
	Until string
}

// Guard is a condition that must hold after no step.
type Guard struct {
	Name, Breaks string
	// Stop ends the cell at the step where the guard rail breaks.
	Stop bool
}

// Repeat says how often each point of the design is simulated, and how the bodies are disturbed at the start of each
// but the first: uniform in ± these values along each axis.
type Repeat struct {
	Count              int
	Position, Velocity float64 // m, m/s
}

// Fit are the settings of a fit.
type Fit struct {
	// Method is lm (Levenberg–Marquardt), cma (CMA-ES) or auto.
	Method string
	// Follow are the columns of the data and what they measure.
	Follow []Follow
	// Offset lets the time of the data be shifted by at most so much (s).
	Offset float64
}

// Follow joins a column of the data to a quantity of the world.
type Follow struct {
	Column, Quantity string
	// Deviation is the standard deviation of the measurement, 0 if the residuals are to say.
	Deviation float64
}

// file is a study as it is written.
type file struct {
	Title     string         `toml:"title"`
	Scene     string         `toml:"scene"`
	Steps     int            `toml:"steps"`
	Until     string         `toml:"until"`
	TimeLimit string         `toml:"time_limit"`
	Seed      uint64         `toml:"seed"`
	Set       map[string]any `toml:"set"`
	Parameter []struct {
		Key    string    `toml:"key"`
		Range  []float64 `toml:"range"`
		Scale  string    `toml:"scale"`
		Unit   string    `toml:"unit"`
		Count  int       `toml:"count"`
		Values []any     `toml:"values"`
		Start  *float64  `toml:"start"`
	} `toml:"parameter"`
	Design struct {
		Kind      string  `toml:"kind"`
		Cells     int     `toml:"cells"`
		Parameter string  `toml:"parameter"`
		Tolerance float64 `toml:"tolerance"`
		Levels    int     `toml:"levels"`
	} `toml:"design"`
	Metric []struct {
		Name   string `toml:"name"`
		Meter  string `toml:"meter"`
		Reduce string `toml:"reduce"`
		Until  string `toml:"until"`
	} `toml:"metric"`
	Guard []struct {
		Name   string `toml:"name"`
		Breaks string `toml:"breaks"`
		Stop   bool   `toml:"stop"`
	} `toml:"guard"`
	Repeat struct {
		Count    int     `toml:"count"`
		Position float64 `toml:"position"`
		Velocity float64 `toml:"velocity"`
	} `toml:"repeat"`
	Fit struct {
		Method string  `toml:"method"`
		Offset float64 `toml:"offset"`
		Follow []struct {
			Column    string  `toml:"column"`
			Quantity  string  `toml:"quantity"`
			Deviation float64 `toml:"deviation"`
		} `toml:"follow"`
	} `toml:"fit"`
}

// maxStudyBytes bounds the size of a study file: lists of a hundred thousand values fit.
const maxStudyBytes = 16 << 20

// Read reads a study file and checks all of it. Errors about the contents wrap ErrStudy and have a line for each fault:
// file, line, key, value and what it must be.
func Read(path string) (*Study, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse is Read with the contents of the file.
func Parse(path string, text []byte) (*Study, error) {
	f := &file{}
	c := &checker{path: path, lines: lineIndex(text)}
	if len(text) > maxStudyBytes {
		c.failf("", "longer than %d bytes", maxStudyBytes)
		return nil, c.err()
	}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(f); err != nil {
		c.syntax(err)
		return nil, c.err()
	}
	s := &Study{Path: path, Text: text, Title: f.Title, SceneName: f.Scene, Seed: f.Seed}
	if !c.scene(s, f) {
		return nil, c.err()
	}
	c.limits(s, f)
	c.parameters(s, f)
	c.measures(s, f)
	c.repeat(s, f)
	c.fit(s, f)
	c.design(s, f)
	if err := c.err(); err != nil {
		return nil, err
	}
	if err := s.tryFirst(); err != nil {
		c.failf("", "%s", err)
		return nil, c.err()
	}
	digest, err := s.digest()
	s.Digest = digest
	return s, err
}

// findScene is the scene of a study: files are sought beside it.
func findScene(study, name string) (*scenes.Scene, error) {
	if openscene.IsFile(name) && !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(study), name)
	}
	return openscene.Find(name)
}

// digest is the hash of the study and of the files of its scene.
func (s *Study) digest() (string, error) {
	h := sha256.New()
	o := openscene.CurrentOptions()
	fmt.Fprintf(h, "%d %v %v\n", len(s.Text), o.KeepFixedLinks, o.SelfCollision)
	h.Write(s.Text)
	files := s.Scene.Files
	if openscene.IsFile(s.Scene.Name) {
		files = append([]string{s.Scene.Name}, files...)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		fmt.Fprintf(h, "%d\n", len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// Cells is the number of cells.
func (s *Study) Cells() int { return s.Design.Points() * s.Repeat.Count }
