package tumble_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestRecordsHaveOneWriter reads the comments of the shared records of a world, "written by ROOM", and looks for
// assignments to their fields in other rooms. Package state writes all of them when it makes a record, and "public
// calls" stands for package physics.
func TestRecordsHaveOneWriter(t *testing.T) {
	owners := recordOwners(t)
	if len(owners) < 60 {
		t.Fatalf("only %d fields of records name who writes them", len(owners))
	}
	rooms, err := filepath.Glob("physics/internal/*")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, dir := range append(rooms, "physics") {
		room := filepath.Base(dir)
		for _, f := range recordFiles(t, dir) {
			found += checkWriters(t, room, f, owners)
		}
	}
	if found < 100 {
		t.Errorf("only %d assignments to fields of records were found", found)
	}
}

var writtenBy = regexp.MustCompile(`[Ww]ritten by (\w+)`)

// recordOwners are the rooms that write the fields of the records in package state, by type and field.
func recordOwners(t *testing.T) map[string]string {
	t.Helper()
	owners := map[string]string{}
	for _, f := range recordFiles(t, "physics/internal/state") {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			record, ok := spec.Type.(*ast.StructType)
			if !ok || !strings.Contains("Body Shape ShapeBounds Contact Joint", spec.Name.Name) {
				return true
			}
			for _, field := range record.Fields.List {
				text := field.Doc.Text() + " " + field.Comment.Text()
				m := writtenBy.FindStringSubmatch(strings.ReplaceAll(text, "public calls", "physics"))
				for _, name := range field.Names {
					if m == nil {
						t.Errorf("%s.%s: the comment does not say which room writes it", spec.Name.Name, name.Name)
						continue
					}
					owners[spec.Name.Name+"."+name.Name] = m[1]
				}
			}
			return true
		})
	}
	return owners
}

func recordFiles(t *testing.T, dir string) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(dir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// recordOf tells a record by how the rooms spell it: an element of one of the tables, as st.Bodies[i].Kind, or a variable
// that was set to the address of one in the same function.
func recordOf(x ast.Expr, vars map[string]string) string {
	switch x := x.(type) {
	case *ast.Ident:
		return vars[x.Name]
	case *ast.ParenExpr:
		return recordOf(x.X, vars)
	case *ast.UnaryExpr:
		return recordOf(x.X, vars)
	case *ast.StarExpr:
		return recordOf(x.X, vars)
	case *ast.IndexExpr:
		if s, ok := x.X.(*ast.SelectorExpr); ok {
			return map[string]string{"Bodies": "Body", "Shapes": "Shape", "Bounds": "ShapeBounds", "Contacts": "Contact", "Joints": "Joint"}[s.Sel.Name]
		}
	}
	return ""
}

// recordType tells a record by the type of a parameter or receiver, as *state.Body.
func recordType(x ast.Expr) string {
	if s, ok := x.(*ast.StarExpr); ok {
		x = s.X
	}
	if s, ok := x.(*ast.SelectorExpr); ok && s.X.(*ast.Ident).Name == "state" {
		return s.Sel.Name
	}
	return ""
}

// checkWriters looks at the assignments of a file and returns how many of them write to fields of records.
func checkWriters(t *testing.T, room string, f *ast.File, owners map[string]string) int {
	t.Helper()
	found := 0
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		vars := map[string]string{}
		for _, p := range fn.Type.Params.List {
			for _, name := range p.Names {
				vars[name.Name] = recordType(p.Type)
			}
		}
		write := func(x ast.Expr) {
			// the outermost field: c.Edges[0].Prev writes to Edges
			for {
				s, ok := x.(*ast.SelectorExpr)
				if ok {
					if owner := owners[recordOf(s.X, vars)+"."+s.Sel.Name]; owner != "" {
						found++
						if room != owner && room != "state" && room != "snapshot" {
							t.Errorf("%s: %s writes %s.%s, which is written by %s", fn.Name.Name, room, recordOf(s.X, vars), s.Sel.Name, owner)
						}
						return
					}
					x = s.X
					continue
				}
				i, ok := x.(*ast.IndexExpr)
				if !ok {
					return
				}
				x = i.X
			}
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, lhs := range n.Lhs {
					if id, ok := lhs.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
						vars[id.Name] = recordOf(n.Rhs[i], vars)
						if c, ok := n.Rhs[i].(*ast.CallExpr); ok {
							vars[id.Name] = handleRecord(c)
						}
						continue
					}
					write(lhs)
				}
			case *ast.IncDecStmt:
				write(n.X)
			}
			return true
		})
	}
	return found
}

// handleRecord tells the record that a method of a handle returns in package physics.
func handleRecord(c *ast.CallExpr) string {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "record" && s.Sel.Name != "writable" && s.Sel.Name != "tunable" {
		return ""
	}
	id, ok := s.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return map[string]string{"b": "Body", "s": "Shape", "j": "Joint"}[id.Name]
}
