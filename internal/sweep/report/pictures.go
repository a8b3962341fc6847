package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tumble/internal/sweep"
)

// Picture is one of a cell after a step.
type Picture struct {
	Cell    int    `json:"cell"`
	Caption string `json:"caption"`
	JPEG    []byte `json:"jpeg"`
	// Run and Scene are the parts of a film for the viewer of the page, empty for none.
	Run   string `json:"run,omitempty"`
	Scene string `json:"scene,omitempty"`
	// Step is that after which the picture is taken, Values are those of the parameters.
	Step   int       `json:"-"`
	Values []float64 `json:"-"`
}

// Choose chooses the cells that pictures show: so many of the best, with the smallest first metric, and so many of
// those whose guard rail broke first; all at their end, where it is seen what became of them.
func Choose(st *sweep.Store, n int) ([]Picture, error) {
	type candidate struct {
		Picture
		rank float64
	}
	var best, broken []candidate
	// keep holds the n candidates of least rank, those of equal rank in the order of the cells
	keep := func(list []candidate, c candidate) []candidate {
		at, _ := slices.BinarySearchFunc(list, c.rank, func(a candidate, rank float64) int {
			return cmp.Or(cmp.Compare(a.rank, rank), -1)
		})
		list = slices.Insert(list, at, c)
		return list[:min(len(list), n)]
	}
	h := st.Head
	err := st.Each(func(r *sweep.Result) error {
		c := candidate{Picture: Picture{Cell: r.Row.Cell, Step: r.Row.Steps}}
		for _, v := range r.Row.Values {
			c.Values = append(c.Values, float64(v))
		}
		switch r.Row.State {
		case sweep.Fine:
			c.Caption = "fine"
			if len(h.Metrics) > 0 {
				if c.rank = float64(r.Row.Metrics[0]); math.IsNaN(c.rank) {
					return nil
				}
				c.Caption = fmt.Sprintf("%s %.4g", h.Metrics[0].Title(), c.rank)
			}
			best = keep(best, c)
		case sweep.Broken:
			for i, step := range r.Row.Guards {
				if step > 0 && (c.rank == 0 || float64(step) < c.rank) {
					c.rank = float64(step)
					c.Caption = fmt.Sprintf("“%s” broke at step %d", h.Guards[i].Name, step)
				}
			}
			broken = keep(broken, c)
		}
		return nil
	})
	var out []Picture
	for _, c := range append(best, broken...) {
		out = append(out, c.Picture)
	}
	return out, err
}
