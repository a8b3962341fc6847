package animation

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"strings"

	"tumble/internal/app/stage"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Curve is a quantity with a value for each of the times of a page. Values that are no numbers are gaps.
type Curve struct {
	Name, Unit string
	Values     []float64
}

// Page says how a take is shown in a browser.
type Page struct {
	View scenes.View
	// Angle is the vertical angle of view (rad).
	Angle float32
	// Command is the line that makes the page again, "" for none.
	Command string
	// Times (s) are those of the values of the curves.
	Times  []float64
	Curves []Curve
}

// pageRun is the run as the program of the page reads it, in metres, seconds and radians.
type pageRun struct {
	Seconds  float64      `json:"seconds"`
	Steps    int          `json:"steps"`
	Command  string       `json:"command"`
	Angle    float32      `json:"angle"`
	Eye      [3]float64   `json:"eye"`
	Target   [3]float64   `json:"target"`
	Distance float32      `json:"distance"`
	Center   [3]float64   `json:"center"`
	Radius   float32      `json:"radius"`
	Reach    float32      `json:"reach"` // of the ground
	Sun      [3]float64   `json:"sun"`
	Times    []pageNumber `json:"times"`
	Curves   []pageCurve  `json:"curves"`
}

type pageCurve struct {
	Name   string       `json:"name"`
	Unit   string       `json:"unit"`
	Values []pageNumber `json:"values"`
}

// pageNumber is written with six digits, and as null if it is none.
type pageNumber float64

func (n pageNumber) MarshalJSON() ([]byte, error) {
	x := float64(n)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return fmt.Appendf(nil, "%.6g", x), nil
}

func pageNumbers(list []float64) []pageNumber {
	out := make([]pageNumber, len(list))
	for i, x := range list {
		out[i] = pageNumber(x)
	}
	return out
}

// WritePage ends the take and writes it as a page of HTML that plays it: one file that loads nothing.
func (t *Take) WritePage(out io.Writer, p *Page) error {
	viewer, err := Viewer(t.title)
	if err != nil {
		return err
	}
	run, scene, err := t.split(p)
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer(RunMark, run, SceneMark, scene).WriteString(out, viewer)
	return err
}

// RunMark and SceneMark stand in a viewer for the two parts of a film.
const (
	RunMark   = "$RUN"
	SceneMark = "$SCENE"
)

// Viewer is the page of a film without the film.
func Viewer(title string) (string, error) {
	library, err := pageFile("three/three.min.js")
	if err != nil {
		return "", err
	}
	text := func(name string) string {
		data, err := pageFile("page/" + name)
		if err != nil {
			panic("animation: " + err.Error())
		}
		return string(data)
	}
	three, err := packed(func(w io.Writer) error { _, err := w.Write(library); return err })
	if err != nil {
		return "", err
	}
	return strings.NewReplacer(
		"$TITLE", html.EscapeString(title), "$STYLE", text("page.css"), "$THREE", three, "$SCRIPT", text("page.js"),
	).Replace(text("page.html")), nil
}

// split ends the take and returns it as JSON, and its scene as glTF after gzip in base64.
func (t *Take) split(p *Page) (run, scene string, err error) {
	scene, err = packed(func(w io.Writer) error { return t.WriteGLB(w, p.View, p.Angle) })
	if err != nil {
		return "", "", err
	}
	text, err := json.Marshal(t.pageRun(p))
	if err != nil {
		return "", "", fmt.Errorf("app: page: %w", err)
	}
	return string(text), scene, nil
}

// pageRun is the run beside its scene.
func (t *Take) pageRun(p *Page) *pageRun {
	s := stage.CameraOf(p.View)
	eye := cameraAt(s)
	sun := t.light.SunDirection
	run := &pageRun{
		Seconds: t.time, Steps: t.steps, Command: p.Command, Angle: p.Angle,
		Eye: wide(eye.P), Target: wide(vec.V3(s.Pivot[0], s.Pivot[1], s.Pivot[2])), Distance: s.Distance,
		Center: wide(t.center), Radius: t.radius, Reach: t.reach(), Sun: wide(vec.V3(sun[0], sun[1], sun[2])),
		Times: pageNumbers(p.Times), Curves: []pageCurve{},
	}
	for _, c := range p.Curves {
		run.Curves = append(run.Curves, pageCurve{c.Name, c.Unit, pageNumbers(c.Values)})
	}
	return run
}

// packed is the text of a writer after gzip, in base64.
func packed(write func(io.Writer) error) (string, error) {
	var out strings.Builder
	text := base64.NewEncoder(base64.StdEncoding, &out)
	w, err := gzip.NewWriterLevel(text, gzip.BestCompression)
	if err == nil {
		err = errors.Join(write(w), w.Close(), text.Close())
	}
	return out.String(), err
}
