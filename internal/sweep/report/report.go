package report

import (
	_ "embed"
	"encoding/json"
	"html"
	"io"
	"math"
	"strings"

	"tumble/internal/sweep"
)

//go:embed page.html
var page string

//go:embed page.css
var style string

//go:embed page.js
var script string

// mostCells bounds the cells that a page holds: a phone draws so many. Of a larger study every n-th cell is shown,
// and the page says so. Sensitivities take all cells.
const mostCells = 20000

// column is a column of numbers of the page.
type column struct {
	Name string     `json:"name"`
	Unit string     `json:"unit,omitempty"`
	Kind string     `json:"kind"` // parameter, metric, guard or cost
	Low  float64    `json:"low"`
	High float64    `json:"high"`
	Log  bool       `json:"log,omitempty"`
	Data []*float64 `json:"data"`
}

// data is the content of the page.
type data struct {
	Title       string        `json:"title"`
	Study       string        `json:"study"`
	Scene       string        `json:"scene"`
	Program     string        `json:"program"`
	Design      string        `json:"design"`
	Cells       int           `json:"cells"`
	Recorded    int           `json:"recorded"`
	Every       int           `json:"every"`
	States      []string      `json:"states"`
	Counts      []int         `json:"counts"`
	Cell        []int         `json:"cell"`
	State       []int         `json:"state"`
	Reason      []string      `json:"reason"`
	Columns     []column      `json:"columns"`
	Sensitivity []Sensitivity `json:"sensitivity"`
	Pictures    []Picture     `json:"pictures"`
	Viewer      *Viewer       `json:"viewer,omitempty"`
}

// Viewer is a page that plays films: in place of its marks stand the parts of one.
type Viewer struct {
	Page      string `json:"page"`
	RunMark   string `json:"runMark"`
	SceneMark string `json:"sceneMark"`
}

var states = []sweep.State{sweep.Fine, sweep.Broken, sweep.Quarantined, sweep.Failed, sweep.Panicked, sweep.NotFinished}

// Write writes the page of the rows of a study with pictures of some cells and a viewer of their films, if not nil.
// study is the path in the commands that open cells.
func Write(w io.Writer, st *sweep.Store, study string, pictures []Picture, viewer *Viewer) error {
	d, err := collect(st, study)
	if err != nil {
		return err
	}
	d.Pictures, d.Viewer = pictures, viewer
	text, err := json.Marshal(d) // escapes what would end the script element
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer("{{.Title}}", html.EscapeString(title(st.Head)), "{{.Style}}", style,
		"{{.Data}}", string(text), "{{.Script}}", script).WriteString(w, page)
	return err
}

func title(h *sweep.Head) string {
	if h.Title != "" {
		return h.Title
	}
	return h.Study
}

// collect reads the rows.
func collect(st *sweep.Store, study string) (*data, error) {
	h := st.Head
	d := &data{
		Title: title(h), Study: study, Scene: h.Scene, Program: h.Program, Design: h.Design.Kind, Cells: h.Cells,
		Recorded: st.Recorded,
		Every:    (st.Recorded + mostCells - 1) / mostCells, Counts: make([]int, len(states)),
	}
	for _, s := range states {
		d.States = append(d.States, string(s))
	}
	for i := range h.Parameters {
		p := &h.Parameters[i]
		d.Columns = append(d.Columns, column{Name: p.Key, Unit: p.Unit, Kind: "parameter", Low: p.Low, High: p.High,
			Log: p.Log})
	}
	for _, c := range h.Metrics {
		d.Columns = append(d.Columns, column{Name: c.Name, Unit: c.Unit, Kind: "metric"})
	}
	for _, c := range h.Guards {
		d.Columns = append(d.Columns, column{Name: c.Name, Unit: "step", Kind: "guard"})
	}
	d.Columns = append(d.Columns, column{Name: "wall time", Unit: "s", Kind: "cost"})
	effects := newEffects(h)
	count := 0
	err := st.Each(func(r *sweep.Result) error {
		for i, s := range states {
			if r.Row.State == s {
				d.Counts[i]++
			}
		}
		effects.add(&r.Row)
		if count++; (count-1)%d.Every == 0 {
			d.add(r)
		}
		return nil
	})
	d.span()
	d.Sensitivity = effects.result()
	return d, err
}

// add appends a row.
func (d *data) add(r *sweep.Result) {
	d.Cell, d.Reason = append(d.Cell, r.Row.Cell), append(d.Reason, r.Row.Reason)
	for i, s := range states {
		if r.Row.State == s {
			d.State = append(d.State, i)
		}
	}
	numbers := make([]*float64, 0, len(d.Columns))
	put := func(v float64) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			numbers = append(numbers, nil)
			return
		}
		numbers = append(numbers, &v)
	}
	values, metrics, guards := 0, 0, 0
	for i := range d.Columns {
		v := math.NaN()
		switch d.Columns[i].Kind {
		case "parameter":
			v = float64(r.Row.Values[values])
			values++
		case "metric":
			if metrics < len(r.Row.Metrics) {
				v = float64(r.Row.Metrics[metrics])
			}
			metrics++
		case "guard":
			if guards < len(r.Row.Guards) {
				v = float64(r.Row.Guards[guards])
			}
			guards++
		default:
			v = r.Seconds
		}
		put(v)
	}
	for i, v := range numbers {
		d.Columns[i].Data = append(d.Columns[i].Data, v)
	}
}

// span finds the range of the columns that are measured.
func (d *data) span() {
	for i := range d.Columns {
		c := &d.Columns[i]
		if c.Kind == "parameter" {
			continue
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, v := range c.Data {
			if v != nil {
				lo, hi = min(lo, *v), max(hi, *v)
			}
		}
		if lo <= hi {
			c.Low, c.High = lo, hi
		}
	}
}
