package rules

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// TestTestsReachCode holds that every test, benchmark, fuzz target and example can fail: it, or a helper that it calls,
// mentions something that is declared outside of tests, runs a program, or reads a file of the tree; and none skips
// whatever happens.
func TestTestsReachCode(t *testing.T) {
	fset := token.NewFileSet()
	folders := map[string]*testFolder{}
	for _, s := range sources(t, fset) {
		f := folders[s.pkg()]
		if f == nil {
			f = &testFolder{code: map[string]bool{}, helpers: map[string][]ast.Node{}}
			folders[s.pkg()] = f
		}
		f.add(s)
	}
	tests := 0
	for pkg, f := range folders {
		if pkg == "internal/rules" {
			continue // the rules of the tree are tests themselves
		}
		for _, test := range f.tests {
			tests++
			if !f.reaches(test, map[ast.Node]bool{}) {
				t.Errorf("%s: %s.%s mentions no code outside of tests: it cannot fail", fset.Position(test.Pos()), pkg,
					test.Name.Name)
			}
			if alwaysSkips(test) {
				t.Errorf("%s: %s.%s skips always", fset.Position(test.Pos()), pkg, test.Name.Name)
			}
		}
	}
	if tests < 900 {
		t.Errorf("only %d tests found", tests)
	}
}

// testFolder has the declarations of one folder by name.
type testFolder struct {
	code    map[string]bool       // declared outside of tests, or imported from the module
	helpers map[string][]ast.Node // declared in tests
	tests   []*ast.FuncDecl
}

func (f *testFolder) add(s source) {
	for _, spec := range s.file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		// programs, files of the tree, and tables of addresses of C
		if s.isTest() && (matches("tumble/...", path) || path == "os/exec" || path == "os" || path == "C") {
			f.code[path[strings.LastIndex(path, "/")+1:]] = true
		}
	}
	for _, decl := range s.file.Decls {
		if d, ok := decl.(*ast.FuncDecl); ok && s.isTest() && isTestName(d.Name.Name) && d.Recv == nil {
			f.tests = append(f.tests, d)
			continue
		}
		for _, name := range declared(decl) {
			if s.isTest() {
				f.helpers[name] = append(f.helpers[name], decl)
			} else if !units[name] {
				f.code[name] = true
			}
		}
	}
}

// units are names of numbers: a test that mentions nothing else compares literals.
var units = map[string]bool{"Second": true, "Millisecond": true, "Microsecond": true}

func isTestName(name string) bool {
	for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if strings.HasPrefix(name, prefix) && name != "TestMain" {
			return true
		}
	}
	return false
}

// declared are the names that a declaration declares: a function, a method with a dot before its name, or types,
// variables and constants.
func declared(decl ast.Decl) (names []string) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			return []string{"." + d.Name.Name}
		}
		return []string{d.Name.Name}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// reaches reports whether a declaration of a test file mentions code, by itself or through others.
func (f *testFolder) reaches(n ast.Node, seen map[ast.Node]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	found := false
	mention := func(name string) {
		// a helper hides code of its name: methods of fakes are called like those of the real thing
		helpers, own := f.helpers[name]
		found = found || !own && f.code[name]
		for _, h := range helpers {
			found = found || f.reaches(h, seen)
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			mention("." + n.Sel.Name)
			if id, ok := n.X.(*ast.Ident); ok {
				mention(id.Name)
			} else {
				found = found || f.reaches(n.X, seen)
			}
			return false
		case *ast.Ident:
			mention(n.Name)
		}
		return !found
	})
	return found
}

// alwaysSkips reports whether a statement of the body itself, and of no condition in it, skips.
func alwaysSkips(d *ast.FuncDecl) bool {
	if len(d.Type.Params.List) == 0 {
		return false
	}
	testing := d.Type.Params.List[0].Names[0].Name
	for _, s := range d.Body.List {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			continue
		}
		if call, ok := e.X.(*ast.CallExpr); ok {
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				continue
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == testing && strings.HasPrefix(sel.Sel.Name, "Skip") {
				return true
			}
		}
	}
	return false
}
