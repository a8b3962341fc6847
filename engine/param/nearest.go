package param

import (
	"slices"
	"strings"
)

// Nearest returns at most so many known names that are most like a mistyped one, the nearest first: names that contain
// the mistyped one, and names at a distance of few edits.
func Nearest(name string, known []string, most int) []string {
	type candidate struct {
		name string
		away int
	}
	var found []candidate
	limit := len(name)/2 + 1
	for _, k := range known {
		d := edits(name, k)
		// people often remember one word alone: "gravity" for gravity.y
		if strings.Contains(k, name) && len(name) > 2 {
			d = min(d, 1)
		}
		if d < limit {
			found = append(found, candidate{k, d})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.away - b.away })
	list := make([]string, 0, most)
	for _, c := range found {
		// names much farther away than the best were not meant
		if len(list) < most && c.away <= found[0].away+1 {
			list = append(list, c.name)
		}
	}
	return list
}

// edits returns the Levenshtein distance of two strings, in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := diagonal
			if a[i-1] != b[j-1] {
				replace++
			}
			diagonal = row[j]
			row[j] = min(replace, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
