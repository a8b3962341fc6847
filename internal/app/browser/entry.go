package browser

import (
	"os"
	"path/filepath"
	"strings"

	"tumble/internal/truth"
	"tumble/physics/scenes"
	"tumble/renderer/ui"
)

// entry is a scene that can be opened.
type entry struct {
	// name is the name of the scene, or the path of its file.
	name, title, category, text string
	// scene is nil for a file.
	scene *scenes.Scene
}

// The categories beside those of the library.
const (
	categoryAll    = "All scenes"
	categoryRecent = "Recent files"
	categoryTruth  = "truth rigs"
)

// list are the scenes of the library, the experiments with known answers, and the files that were open lately.
func list(recent []string) (entries []entry, categories []string) {
	categories = []string{categoryAll, categoryRecent}
	for _, path := range recent {
		if _, err := os.Stat(path); err != nil {
			continue
		}
		entries = append(entries, entry{name: path, title: filepath.Base(path), category: categoryRecent, text: path})
	}
	seen := map[string]bool{}
	add := func(s *scenes.Scene, category string) {
		entries = append(entries, entry{name: s.Name, title: s.Name, category: category, text: s.Text, scene: s})
		if !seen[category] {
			seen[category] = true
			categories = append(categories, category)
		}
	}
	for _, s := range scenes.All() {
		add(s, s.Category)
	}
	for _, r := range truth.All {
		add(r.Scene, categoryTruth)
	}
	return entries, categories
}

// matches scores an entry for the typed text: letters of its name in their order, or a part of its description.
func (e *entry) matches(query string) (score int, ok bool) {
	if query == "" {
		return 0, true
	}
	if score, ok := ui.FuzzyScore(query, e.title); ok {
		return score, true
	}
	for _, word := range strings.Fields(query) {
		if !ui.Contains(e.text, word) && !ui.Contains(e.category, word) {
			return 0, false
		}
	}
	return weakMatch, true
}

// weakMatch (score) is the score of a matching description, below the scores of names.
const weakMatch = -60
