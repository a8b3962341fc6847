package rules

import (
	"go/token"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// requirement is a line of a go.mod file that requires a module.
var requirement = regexp.MustCompile(`(?m)^(?:require )?\s*(\S+\.\S+/?\S*) v\S+( // indirect)?$`)

// TestModules holds that each go.mod of the tree requires directly the modules that its files import, and no others.
func TestModules(t *testing.T) {
	all := sources(t, token.NewFileSet())
	walk(t, func(file string) {
		if path.Base(file) != "go.mod" {
			return
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		imported := map[string]bool{}
		for _, s := range all {
			if moduleOf(s.path) != file {
				continue
			}
			for _, spec := range s.file.Imports {
				imported[strings.Trim(spec.Path.Value, `"`)] = true
			}
		}
		for _, m := range requirement.FindAllStringSubmatch(string(text), -1) {
			used := false
			for p := range imported {
				used = used || matches(m[1]+"/...", p)
			}
			if direct := m[2] == ""; used != direct {
				t.Errorf("%s: %s: imported %v, required directly %v: run go mod tidy", file, m[1], used, direct)
			}
		}
	})
}

// moduleOf is the go.mod file of the module to which a file of the tree belongs.
func moduleOf(file string) string {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if _, err := os.Stat(path.Join(dir, "go.mod")); err == nil {
			return path.Join(dir, "go.mod")
		}
	}
	return "go.mod"
}
