package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// call is a method that changes a world: an exported one, or the part without types of kinds that several share.
type call struct {
	receiver, method string
	// wrapper is the method of the recorder that writes it down.
	wrapper string
	pointer bool // the receiver is one
	params  []value
	results []value
	// signature is a checksum of the types of both, letters has one for each result.
	signature uint32
	letters   string
}

// value is an argument or a result.
type value struct {
	name string
	typ  types.Type
}

// name is the method as the format names it, with a capital.
func (c *call) name() string { return strings.ToUpper(c.method[:1]) + c.method[1:] }

// code is the name of the constant.
func (c *call) code() string { return c.receiver + c.name() }

// findCalls reads package physics and returns its calls in the order of their names, and the forms of shapes by their
// names.
func findCalls(dir string) (calls []call, forms map[string]types.Type, err error) {
	fset := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, nil, err
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || filepath.Base(name) == callsFile || filepath.Base(name) == codecFile {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("%s: no Go files", dir)
	}
	pkg, info, err := check(dir, fset, files)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil {
				continue
			}
			wrapper, ok := recorded(fn)
			if !ok {
				continue
			}
			c := newCall(info.Defs[fn.Name].(*types.Func), wrapper)
			if want := lower(c.receiver) + c.name(); wrapper != want {
				if c.method == "Step" {
					continue // has a kind of record of its own
				}
				return nil, nil, fmt.Errorf("%v: %s.%s hands itself over to %s: must be %s", fset.Position(fn.Pos()),
					c.receiver, c.method, wrapper, want)
			}
			calls = append(calls, c)
		}
	}
	slices.SortFunc(calls, func(a, b call) int { return cmp.Compare(a.code(), b.code()) })
	return calls, formsOf(pkg), nil
}

// check finds the types of package physics. The methods that are to be written are missing, which is no error here.
func check(dir string, fset *token.FileSet, files []*ast.File) (*types.Package, *types.Info, error) {
	// the importer finds packages from the working folder
	back, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	if err := os.Chdir(dir); err != nil {
		return nil, nil, err
	}
	defer func() { _ = os.Chdir(back) }()
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	var failed error
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Error: func(err error) {
		// package journal may still lack the codes that are to be written
		text := err.Error()
		if strings.Contains(text, "could not import") &&
			!strings.Contains(text, "could not import tumble/physics/internal/journal") && failed == nil {
			failed = err
		}
	}, FakeImportC: true}
	pkg, _ := config.Check("tumble/physics", fset, files, info)
	return pkg, info, failed
}

// formsOf returns the structs that are a Geometry.
func formsOf(pkg *types.Package) map[string]types.Type {
	sum := pkg.Scope().Lookup("Geometry").Type().Underlying().(*types.Interface)
	forms := make(map[string]types.Type)
	for _, name := range pkg.Scope().Names() {
		t, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(t.Type()) || !types.Implements(t.Type(), sum) {
			continue
		}
		forms[name] = t.Type()
	}
	return forms
}

// recorded returns the method of the recorder that fn hands itself over to.
func recorded(fn *ast.FuncDecl) (wrapper string, ok bool) {
	if fn.Body == nil || len(fn.Body.List) == 0 {
		return "", false
	}
	branch, ok := fn.Body.List[0].(*ast.IfStmt)
	if !ok || branch.Init == nil || len(branch.Body.List) != 1 {
		return "", false
	}
	ask, ok := branch.Init.(*ast.AssignStmt)
	if !ok || len(ask.Rhs) != 1 || selected(ask.Rhs[0]) != "recorder" {
		return "", false
	}
	over, ok := branch.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(over.Results) != 1 {
		return "", false
	}
	wrapper = selected(over.Results[0])
	return wrapper, wrapper != ""
}

// selected is the name of the method that an expression calls.
func selected(e ast.Expr) string {
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return ""
	}
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	return s.Sel.Name
}

func newCall(fn *types.Func, wrapper string) call {
	sig := fn.Signature()
	recv := sig.Recv()
	c := call{method: fn.Name(), wrapper: wrapper}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t, c.pointer = p.Elem(), true
	}
	c.receiver = t.(*types.Named).Obj().Name()
	c.params = append(c.params, value{recv.Name(), recv.Type()})
	for v := range sig.Params().Variables() {
		c.params = append(c.params, value{v.Name(), v.Type()})
	}
	for v := range sig.Results().Variables() {
		c.results = append(c.results, value{v.Name(), v.Type()})
	}
	return c
}

// lower makes the leading capitals of a name small: AABB becomes aabb, BodyDef bodyDef.
func lower(name string) string {
	r := []rune(name)
	for i := range r {
		if !unicode.IsUpper(r[i]) || i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}
