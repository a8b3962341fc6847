package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// namedBefore is a list of names with the file that declares them, as in a table; namedAfter has the file first, as
	// in a walk.
	namedBefore = regexp.MustCompile("((?:`\\w+`, )+)\\[[^]]*\\]\\(([^)]+\\.go)\\)")
	namedAfter  = regexp.MustCompile("\\[[^]]*\\]\\(([^)]+\\.go)\\)((?:,? `\\w+`)+)")
	quotedName  = regexp.MustCompile("`(\\w+)`")
)

// missingNames returns the names of notes/architecture.md that the files they stand with do not declare.
func missingNames(text string, read func(file string) string) (checked int, missing []string) {
	check := func(names, file string) {
		source := read(file)
		for _, m := range quotedName.FindAllStringSubmatch(names, -1) {
			checked++
			declared := regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|type |var |\t)` + m[1] + `\b`)
			if !declared.MatchString(source) {
				missing = append(missing, m[1]+" in "+file)
			}
		}
	}
	for _, m := range namedBefore.FindAllStringSubmatch(text, -1) {
		check(m[1], m[2])
	}
	for _, m := range namedAfter.FindAllStringSubmatch(text, -1) {
		check(m[2], m[1])
	}
	return checked, missing
}

// TestArchitectureNamesExist holds that each name of notes/architecture.md is declared in the file that stands beside
// it.
func TestArchitectureNamesExist(t *testing.T) {
	text, err := os.ReadFile("notes/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	checked, missing := missingNames(string(text), func(file string) string {
		source, err := os.ReadFile(filepath.Join("notes", file))
		if err != nil {
			t.Fatal(err)
		}
		return string(source)
	})
	for _, m := range missing {
		t.Errorf("notes/architecture.md names %s, which is not declared there", m)
	}
	if checked < 20 {
		t.Errorf("only %d names were found", checked)
	}
	_, missing = missingNames("| q | `Here`, `Gone`, [a](a.go) |\n[b](b.go) `Far` →",
		func(string) string { return "func (x *T) Here() {" })
	if got := strings.Join(missing, ", "); got != "Gone in a.go, Far in b.go" {
		t.Errorf("missing names: %s", got)
	}
}
