package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// Lengths are a matter of judgement: a file, a function and a line are as long as one thought. These refuse outliers.
const (
	mostFileLines     = 1000
	mostFunctionLines = 150
	mostColumns       = 120 // with tabs of 4
)

// lineCount returns how many lines the node covers.
func lineCount(fset *token.FileSet, n ast.Node) int {
	return fset.Position(n.End()).Line - fset.Position(n.Pos()).Line + 1
}

// funcName returns "Name" or "Type.Name" of a function declaration.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	recv := d.Recv.List[0].Type
	if star, ok := recv.(*ast.StarExpr); ok {
		recv = star.X
	}
	if index, ok := recv.(*ast.IndexExpr); ok {
		recv = index.X
	}
	if id, ok := recv.(*ast.Ident); ok {
		return id.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

// generated reports whether a file is written by a program.
func generated(s source) bool { return strings.HasPrefix(s.text, "// Code generated ") }

func TestLengths(t *testing.T) {
	fset := token.NewFileSet()
	for _, s := range sources(t, fset) {
		if generated(s) {
			continue // as long as its source
		}
		if n := strings.Count(s.text, "\n"); n > mostFileLines {
			t.Errorf("%s has %d lines, more than %d", s.path, n, mostFileLines)
		}
		for _, decl := range s.file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || s.isTest() {
				continue
			}
			if n := lineCount(fset, d); n > mostFunctionLines {
				name := s.pkg() + "." + funcName(d)
				t.Errorf("%s: %s has %d lines, more than %d", fset.Position(d.Pos()), name, n, mostFunctionLines)
			}
		}
		widths(t, fset, s)
	}
}

// widths refuses long lines, but those with a long text or address, which no break would make easier to read.
func widths(t *testing.T, fset *token.FileSet, s source) {
	t.Helper()
	texts := map[int]bool{}
	ast.Inspect(s.file, func(n ast.Node) bool {
		text, ok := n.(*ast.BasicLit)
		if ok && text.Kind == token.STRING && len(text.Value) > mostColumns/3 {
			for line := fset.Position(text.Pos()).Line; line <= fset.Position(text.End()).Line; line++ {
				texts[line] = true
			}
		}
		return true
	})
	for i, line := range strings.Split(s.text, "\n") {
		columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
		if columns > mostColumns && !texts[i+1] && !strings.Contains(line, "://") {
			t.Errorf("%s:%d: has %d columns, more than %d", s.path, i+1, columns, mostColumns)
		}
	}
}

// TestPanics holds that a panic outside tests says which package broke its own invariant.
func TestPanics(t *testing.T) {
	fset := token.NewFileSet()
	for _, s := range sources(t, fset) {
		if s.isTest() {
			continue
		}
		prefix := s.file.Name.Name + ": "
		if prefix == "main: " {
			prefix = path.Base(s.pkg()) + ": "
		}
		for _, decl := range s.file.Decls {
			// who recovers may pass on the panics of others
			if calls(decl, "recover") {
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if ok && isCall(call, "panic") && len(call.Args) == 1 && !strings.HasPrefix(leadingText(call.Args[0]),
					prefix) {
					t.Errorf("%s: panic without a message that starts with %q", fset.Position(call.Pos()), prefix)
				}
				return true
			})
		}
	}
}

func isCall(call *ast.CallExpr, name string) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == name
}

// calls reports whether the declaration calls the function somewhere.
func calls(decl ast.Decl, name string) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && isCall(call, name)
		return true
	})
	return found
}

// leadingText returns the constant text with which a message expression starts, or "".
func leadingText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, _ := strconv.Unquote(e.Value)
		return s
	case *ast.BinaryExpr:
		return leadingText(e.X)
	case *ast.CallExpr:
		if len(e.Args) > 0 {
			return leadingText(e.Args[0])
		}
	}
	return ""
}

// codeLine matches a comment line that reads like a Go statement rather than like prose.
var codeLine = regexp.MustCompile(`^(` +
	`(if|for|switch|select|func|go|defer)\b.*\{` +
	`|(return|var|const|type)\b.*[=(){}]` +
	`|[\w.\[\]]+(, [\w.\[\]]+)* (:=|\+=|-=|\*=|/=|\|=) \S.*` +
	`|[\w.]+(\[[^\]]*\])? = [^ ]+` +
	`|[\w]+(\.\w+)*\([^)]*\)` +
	`|[{}]+` +
	`)[;,]?$`)

func TestNoCommentedOutCode(t *testing.T) {
	fset := token.NewFileSet()
	for _, s := range sources(t, fset) {
		for _, group := range s.file.Comments {
			for _, c := range group.List {
				text, ok := strings.CutPrefix(c.Text, "//")
				// an indented line of a doc comment is an example, and directives have no space
				if !ok || !strings.HasPrefix(text, " ") || strings.HasPrefix(text, "  ") ||
					strings.HasPrefix(text, " Output:") {
					continue
				}
				text = strings.TrimSpace(text)
				if codeLine.MatchString(text) && parses(text) {
					t.Errorf("%s: commented-out code: %s", fset.Position(c.Pos()), text)
				}
			}
		}
	}
}

// parses reports whether the text is a Go statement, or the opening line of one.
func parses(text string) bool {
	for _, tail := range []string{"", "\n}", "\n}()"} {
		body := "package p\nfunc f() {\n" + text + tail + "\n}\n"
		if _, err := parser.ParseFile(token.NewFileSet(), "", body, 0); err == nil {
			return true
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text+tail+"\n", 0); err == nil {
			return true
		}
	}
	return text == "}" || text == "{"
}

func TestCommentedOutCodeRule(t *testing.T) {
	for text, want := range map[string]bool{
		"x := 3":                         true,
		"if a > b {":                     true,
		"return x + y()":                 true,
		"w.Step(dt)":                     true,
		"v += h*a":                       true,
		"the step is v += h·a":           false,
		"return the body to the pool":    false,
		"if the body sleeps, do nothing": false,
		"v = v0 + h·a":                   false,
		"for each colour in turn":        false,
	} {
		if got := codeLine.MatchString(text) && parses(text); got != want {
			t.Errorf("%q: commented-out code %v, want %v", text, got, want)
		}
	}
}

// forbidden are texts that have no place in the tree: they speak of the place or the way
// in which it was written instead of its meaning.
var forbidden = []struct {
	what string
	re   *regexp.Regexp
}{
	{"issue number", regexp.MustCompile(`(^|[\s(\[,;])#[0-9]{1,4}\b`)},
	{"issue number", regexp.MustCompile(`(?i)\bissue [0-9]+\b`)},
	{"machine path", regexp.MustCompile(`/(work|root|home)/\w`)},
	{"note to self", regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)},
	{"registry host", regexp.MustCompile(`proxy\.golang\.org|goproxy\.`)},
}

// textFiles are the endings of files that people read and write.
var textFiles = map[string]bool{
	".go": true, ".md": true, ".sh": true, ".glsl": true, ".vert": true, ".frag": true, ".geom": true,
	".mod": true, ".yml": true, ".toml": true, "": true,
}

func TestForbiddenWords(t *testing.T) {
	walk(t, func(file string) {
		if !textFiles[path.Ext(file)] || file == "internal/rules/source_test.go" {
			return
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, f := range forbidden {
				if m := f.re.FindString(line); m != "" {
					t.Errorf("%s:%d: %s %q", file, i+1, f.what, m)
				}
			}
		}
	})
}

// TestPackageDocs holds that every package says in doc.go, or in its only file, what it is for.
func TestPackageDocs(t *testing.T) {
	documented, seen := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t, token.NewFileSet()) {
		if s.isTest() {
			continue
		}
		seen[s.pkg()] = true
		if s.file.Doc != nil && len(s.file.Doc.Text()) > 40 {
			documented[s.pkg()] = true
		}
	}
	for _, pkg := range sorted(seen) {
		if !documented[pkg] {
			t.Errorf("package %s has no package comment", pkg)
		}
	}
}

// openers are the functions that may open files for reading by themselves: those of folders, of the system, and of
// files that the program wrote itself. All others open files by engine/inputfile, which does not wait for pipes.
var openers = map[string]string{

	"internal/wholefile.syncFolder": "a folder, to force it to the disk",
	"internal/wholefile.sweep":      "a folder, to list it",
	"engine/record.rename":          "a folder, to force it to the disk",
	"internal/golden.Read":          "pictures of tests",

	"physics/physicstest.readHashes":        "hashes of tests",
	"physics/physicstest.recording.compare": "recordings of tests",

	"internal/memory.groupOf": "the system",
	"internal/memory.number":  "the system",
	"cmd/sandbox.cpuName":     "the system",
}

// TestOneOpenerOfFiles holds that no command hangs on a pipe: a file that a user names is opened by the opener that
// refuses what is not regular.
func TestOneOpenerOfFiles(t *testing.T) {
	fset := token.NewFileSet()
	used := map[string]bool{}
	for _, s := range sources(t, fset) {
		if s.isTest() || strings.HasPrefix(s.pkg(), "tools") || generated(s) {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := s.pkg() + "." + funcName(f)
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				sel, ok := call.Fun.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "os" &&
					(sel.Sel.Name == "Open" || sel.Sel.Name == "ReadFile") {
					if used[name] = true; openers[name] == "" {
						t.Errorf("%s: %s opens a file by os.%s: use engine/inputfile", fset.Position(call.Pos()), name,
							sel.Sel.Name)
					}
				}
				return true
			})
		}
	}
	for name := range openers {
		if !used[name] {
			t.Errorf("%s opens no file: take it off the list", name)
		}
	}
}
