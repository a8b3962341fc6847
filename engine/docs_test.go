package engine

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tumble/engine/timestep"
)

var tag = regexp.MustCompile(`\b(TV-[A-Z]\d+b?|E\d{1,2})\b`)

// Every tag of a test is explained in notes/timestep-articles.md, and every strategy in docs/timestep.md.
func TestTagsAndStrategiesAreDocumented(t *testing.T) {
	data, err := os.ReadFile("../notes/timestep-articles.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../docs/timestep.md")
	if err != nil {
		t.Fatal(err)
	}
	defined := definedTags(string(data))
	files, err := filepath.Glob("*_test.go")
	below, errBelow := filepath.Glob("*/*_test.go")
	lab, errLab := filepath.Glob("../internal/lab/*_test.go")
	if err := errors.Join(err, errBelow, errLab); err != nil {
		t.Fatal(err)
	}
	files = slices.Concat(files, below, lab)
	used := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range tag.FindAllString(string(text), -1) {
			used++
			if !defined[m] {
				t.Errorf("%s uses %s, which notes/timestep-articles.md does not explain", f, m)
			}
		}
	}
	if used < 50 {
		t.Errorf("only %d tags found", used)
	}
	tests := testedTags(t, files)
	for name := range defined {
		if !tests[name] {
			t.Errorf("notes/timestep-articles.md explains %s, and no test has it", name)
		}
	}
	for _, name := range timestep.StrategyNames() {
		if !strings.Contains(string(page), "| `"+name+"` |") {
			t.Errorf("strategy %s is not in the table", name)
		}
	}
}

// testedTags are the tags that stand in the name, the doc comment or a string of a test; "A to B" stands for all
// between. A tag in another comment is no test.
func testedTags(t *testing.T, files []string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	named := regexp.MustCompile(`^Test(E|M)(\d+)`)
	spans := regexp.MustCompile(`\b(TV-[A-Z]|E)(\d+) to (?:TV-[A-Z]|E)(\d+)`)
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(d.Name.Name, "Test") {
				continue
			}
			text := d.Doc.Text()
			ast.Inspect(d.Body, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text += " " + lit.Value
				}
				return true
			})
			for _, m := range tag.FindAllString(text, -1) {
				all[m] = true
			}
			if m := named.FindStringSubmatch(d.Name.Name); m != nil {
				all[strings.Replace(m[1], "M", "TV-M", 1)+m[2]] = true
			}
			for _, m := range spans.FindAllStringSubmatch(text, -1) {
				for n := number(m[2]); n <= number(m[3]); n++ {
					all[m[1]+strconv.Itoa(n)] = true
				}
			}
		}
	}
	return all
}

// definedTags reads the first column of the tables; "A to B" stands for all between.
func definedTags(text string) map[string]bool {
	all := map[string]bool{}
	span := regexp.MustCompile(`^(TV-[A-Z]|E)(\d+)b?$`)
	for _, line := range strings.Split(text, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		tags := tag.FindAllString(cells[1], -1)
		for _, g := range tags {
			all[g] = true
		}
		if len(tags) == 2 && strings.Contains(cells[1], " to ") {
			a, b := span.FindStringSubmatch(tags[0]), span.FindStringSubmatch(tags[1])
			for n := number(a[2]); n <= number(b[2]); n++ {
				all[a[1]+strconv.Itoa(n)] = true
			}
		}
	}
	return all
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
