package meter

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Wants are the directions in which a quantity is better; any is none.
var Wants = []string{"smaller", "larger", "any", "near", "within"}

// bare is how many of Wants have no bounds.
const bare = 3

// Goal is a quantity over the steps of a run, reduced to one number, and which number is better.
type Goal struct {
	Meter *Meter
	// Reduce is one of Reductions, Want one of Wants.
	Reduce, Want string
	// Low and High bound the numbers that are best (Meter.Unit): both are the number for near.
	Low, High float64
}

// ParseGoal reads a goal, as "penetration.max", `body("car").roll max smaller`, "energy.total last near 100" or
// "speed.max within 1 2". Without a reduction the largest value counts; without a direction the smaller is better.
func ParseGoal(text string) (*Goal, error) {
	words := strings.Fields(text)
	g := &Goal{Reduce: "max", Want: "smaller"}
	for bounds, name := range []string{"", "near", "within"} {
		at := len(words) - 1 - bounds
		if at < 1 || words[at] != name && (bounds > 0 || !slices.Contains(Wants[:bare], words[at])) {
			continue
		}
		if err := g.bound(words[at+1:]); err != nil {
			return nil, err
		}
		g.Want = words[at]
		text, words = cutWords(text, bounds+1), words[:at]
		break
	}
	if n := len(words) - 1; n > 0 && slices.Contains(Reductions, words[n]) {
		g.Reduce, text = words[n], cutWords(text, 1)
	}
	m, err := Expression(text)
	if err != nil {
		return nil, err
	}
	g.Meter = m
	return g, nil
}

// cutWords takes some words off the end of a text; blanks within the rest may belong to names.
func cutWords(text string, n int) string {
	for range n {
		text = strings.TrimRightFunc(text, unicode.IsSpace)
		text = text[:strings.LastIndexFunc(text, unicode.IsSpace)+1]
	}
	return text
}

// bound reads the numbers of near and within.
func (g *Goal) bound(words []string) error {
	for i, word := range words {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(v) {
			return fmt.Errorf("%q: must be a number", word)
		}
		g.High = v
		if i == 0 {
			g.Low = v
		}
	}
	if g.Low > g.High {
		return fmt.Errorf("within %g %g: the first must be the smaller one", g.Low, g.High)
	}
	return nil
}

// String is the goal as ParseGoal reads it.
func (g *Goal) String() string {
	text := g.Meter.Key + " " + g.Reduce + " " + g.Want
	switch g.Want {
	case "near":
		text += fmt.Sprintf(" %g", g.Low)
	case "within":
		text += fmt.Sprintf(" %g %g", g.Low, g.High)
	}
	return text
}

// Miss orders numbers: that with the smallest miss is the best.
func (g *Goal) Miss(v float64) float64 {
	switch g.Want {
	case "smaller":
		return v
	case "larger":
		return -v
	case "any":
		return 0
	}
	return max(g.Low-v, v-g.High, 0)
}

// Best is the index of the best number, −1 where none is better than another. A value without a number is never best.
func (g *Goal) Best(values []float64) int {
	best, differs := -1, false
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		if best >= 0 && g.Miss(v) != g.Miss(values[best]) {
			differs = true
		}
		if best < 0 || g.Miss(v) < g.Miss(values[best]) {
			best = i
		}
	}
	if !differs {
		return -1
	}
	return best
}
