package rules

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// roomsWithData are the packages below physics/internal that own data of a world. Packages below them, as collide,
// shape or workers, make values that belong to their callers.
var roomsWithData = []string{"state", "profile", "mass", "rail", "broadphase", "query", "narrowphase", "island",
	"sensor", "load",
	"continuous", "forces", "character", "solve", "snapshot", "step"}

// sharedValues are records whose fields several rooms write, in the lists of package state: they are the numbers that a
// step passes from room to room. The lists themselves have one writer each.
var sharedValues = map[string]string{
	"motion.Sim":            "pose and mass: state, mass, solve, step and forces",
	"kernel.State":          "velocity and displacement of an awake body: solve, continuous, step and forces",
	"contact.Manifold":      "geometry by narrowphase, impulses by solve",
	"contact.ManifoldPoint": "geometry by narrowphase, impulses by solve",
	"joint.Joint":           "definition by public calls and rail, impulses by solve",
	"joint.Axis":            "definition by public calls and rail, impulses by solve",
	"joint.Drive":           "definition by public calls, impulses by solve",
	"joint.PathKnot":        "the knots that rail lays",
}

// TestRoomsHaveOneWriter finds every assignment in package physics and below it, by types and not by how variables are
// spelled, and holds that no room writes a field of another one. Who else may write a field is said in its comment,
// "written by ROOM"; "public calls" stands for package physics. Restoring a snapshot writes everything.
func TestRoomsHaveOneWriter(t *testing.T) {
	l := loadRooms(t)
	owners := l.fieldOwners()
	if len(owners) < 100 {
		t.Fatalf("only %d fields name who writes them", len(owners))
	}
	found := 0
	for _, p := range l.done {
		for _, w := range p.writes() {
			owner, ok := owners[w.field]
			if !ok {
				if sharedValues[w.owner] != "" || !hasData(roomOf(w.field.Pkg().Path())) {
					continue
				}
				owner = []string{roomOf(w.field.Pkg().Path())}
			}
			found++
			room := roomOf(p.types.Path())
			allowed := room == "snapshot" || room == roomOf(w.field.Pkg().Path())
			for _, o := range owner {
				allowed = allowed || o == room
			}
			if !allowed {
				t.Errorf("%s: %s writes %s.%s, which is written by %s", l.fset.Position(w.at), room, w.owner,
					w.field.Name(), strings.Join(owner, " and "))
			}
		}
	}
	if found < 400 {
		t.Errorf("only %d assignments to fields of rooms were found", found)
	}
}

// TestRoomWritesAreFound holds that the test above sees assignments however they are spelled.
func TestRoomWritesAreFound(t *testing.T) {
	const text = `package step
import "tumble/physics/internal/state"
type own struct{ n int; list []state.Body }
func f(st *state.State, r *state.Body, o *own) {
	st.Awake = nil                  // 1
	any := st
	any.Awake[0] = 1                // 2
	other := &st.Bodies[3]
	other.SleepTime++               // 3
	(*r).Island = 1                 // 4
	for r.IslandNext = range 3 {}   // 5
	st.Contacts[0].Edges[1].Next = 2 // 6
	var value state.Body
	value.Island = 3
	o.n = 1
	clear(st.Touched())
	clear(st.Awake)                 // 7
	copy(st.States, nil)            // 8
	o.list[0].Reach.X = 1           // 9
}
`
	l := loadRooms(t)
	f, err := parser.ParseFile(l.fset, "step.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := l.check("tumble/physics/internal/step", []*ast.File{f})
	var names []string
	for _, w := range p.writes() {
		names = append(names, w.owner+"."+w.field.Name())
	}
	want := "state.State.Awake state.State.Awake state.Body.SleepTime state.Body.Island state.Body.IslandNext " +
		"state.Edge.Next state.Contact.Edges step.own.n state.State.Awake state.State.States vec.Vec3.X state.Body.Reach"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
}

// roomOf is the room of a package: "physics", or the first folder below physics/internal.
func roomOf(pkg string) string {
	rest, ok := strings.CutPrefix(pkg, physicsPath+"/internal/")
	if !ok {
		return path.Base(pkg)
	}
	room, _, _ := strings.Cut(rest, "/")
	return room
}

func hasData(room string) bool {
	for _, r := range roomsWithData {
		if r == room {
			return true
		}
	}
	return false
}

const physicsPath = "tumble/physics"

// roomPackage is a package of the physics engine with its types.
type roomPackage struct {
	files []*ast.File
	types *types.Package
	info  *types.Info
}

// roomLoader checks the types of package physics and all below it. Packages of the standard library stay empty: no room
// is a type of theirs, and the errors that follow leave the other types as they are.
type roomLoader struct {
	t    *testing.T
	fset *token.FileSet
	done map[string]*roomPackage
}

func loadRooms(t *testing.T) *roomLoader {
	t.Helper()
	l := &roomLoader{t: t, fset: token.NewFileSet(), done: map[string]*roomPackage{}}
	err := filepath.WalkDir("physics", func(dir string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() != "testdata" {
			_, err = l.Import("tumble/" + filepath.ToSlash(dir))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Import returns a package, checked when it is asked for first. It implements types.Importer.
func (l *roomLoader) Import(pkg string) (*types.Package, error) {
	if pkg == "unsafe" {
		return types.Unsafe, nil
	}
	p := l.done[pkg]
	if p == nil {
		var files []*ast.File
		if pkg == physicsPath || strings.HasPrefix(pkg, physicsPath+"/") {
			var err error
			if files, err = l.parse(strings.TrimPrefix(pkg, "tumble/")); err != nil {
				return nil, err
			}
		}
		p = l.check(pkg, files)
		l.done[pkg] = p
	}
	return p.types, nil
}

// parse reads the files of a folder that are built here, without tests.
func (l *roomLoader) parse(dir string) ([]*ast.File, error) {
	names, err := filepath.Glob(dir + "/*.go")
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		ok, err := build.Default.MatchFile(dir, filepath.Base(name))
		if err != nil {
			return nil, err
		}
		if !ok || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(l.fset, name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func (l *roomLoader) check(pkg string, files []*ast.File) *roomPackage {
	p := &roomPackage{files: files, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	conf := types.Config{Importer: l, Error: func(error) {}}
	// the error is the first of those that the empty standard library brings
	p.types, _ = conf.Check(pkg, l.fset, files, p.info)
	p.types.MarkComplete()
	return p
}

var writtenBy = regexp.MustCompile(`[Ww]ritten by (\w+)(?: and (\w+))?`)

// fieldOwners are the rooms that write a field, by its comment, or by the one above it in the same block. Fields of the
// records and lists of package state have to have one.
func (l *roomLoader) fieldOwners() map[*types.Var][]string {
	owners := map[*types.Var][]string{}
	for _, p := range l.done {
		if !hasData(roomOf(p.types.Path())) {
			continue
		}
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok {
					if s, ok := spec.Type.(*ast.StructType); ok {
						l.structOwners(p, spec.Name.Name, s, owners)
					}
				}
				return true
			})
		}
	}
	return owners
}

func (l *roomLoader) structOwners(p *roomPackage, name string, s *ast.StructType, owners map[*types.Var][]string) {
	must := p.types.Name() == "state" && strings.Contains(" Body Shape ShapeBounds Contact Joint State ", " "+name+" ")
	var above []string
	line := 0
	for _, field := range s.Fields.List {
		text := strings.ReplaceAll(field.Doc.Text()+" "+field.Comment.Text(), "public calls", "physics")
		if field.Doc != nil || l.fset.Position(field.Pos()).Line > line+1 {
			above = nil
		}
		line = l.fset.Position(field.End()).Line
		list := above
		if m := writtenBy.FindStringSubmatch(strings.Join(strings.Fields(text), " ")); m != nil {
			list = []string{m[1]}
			if m[2] != "" {
				list = append(list, m[2])
			}
			if field.Doc != nil {
				above = list
			}
		}
		for _, id := range field.Names {
			if list == nil && must {
				l.t.Errorf("%s.%s: the comment does not say which room writes it", name, id.Name)
			}
			if v, ok := p.info.Defs[id].(*types.Var); ok && list != nil {
				owners[v] = list
			}
		}
	}
}

// write is an assignment to a field of a struct of this module that is reached by a pointer or a slice. A struct held
// by a local variable belongs to the function.
type write struct {
	at    token.Pos
	field *types.Var
	owner string // package and struct of the field
}

// writes finds the assignments of a package.
func (p *roomPackage) writes() (list []write) {
	add := func(x ast.Expr) {
		list = append(list, p.targets(x)...)
	}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, x := range n.Lhs {
					add(x)
				}
			case *ast.IncDecStmt:
				add(n.X)
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN && n.Key != nil {
					add(n.Key)
				}
				if n.Tok == token.ASSIGN && n.Value != nil {
					add(n.Value)
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "clear" || id.Name == "copy") {
					add(n.Args[0])
				}
			}
			return true
		})
	}
	return list
}

// targets finds the fields that an assignment to x writes: from the last one of the chain of selectors to the one that
// lies behind a pointer or in a slice. So c.Edges[1].Next writes Next and, as an array is part of its record, Edges.
func (p *roomPackage) targets(x ast.Expr) (list []write) {
	for {
		switch y := x.(type) {
		case *ast.SelectorExpr:
			s := p.info.Selections[y]
			if s == nil {
				return nil // a variable of a package
			}
			v, ok := s.Obj().(*types.Var)
			owner := structOf(s)
			if ok && owner != "" {
				list = append(list, write{y.Pos(), v, owner})
			}
			if _, ok := s.Recv().Underlying().(*types.Pointer); ok || s.Indirect() {
				return list
			}
			x = y.X
		case *ast.IndexExpr:
			t := p.info.Types[y.X].Type
			if t == nil {
				return nil
			}
			if _, ok := t.Underlying().(*types.Slice); ok && len(list) > 0 {
				return list // a field of an element
			}
			x = y.X
		case *ast.SliceExpr:
			x = y.X
		case *ast.ParenExpr:
			x = y.X
		case *ast.StarExpr:
			return list
		default:
			return nil // a local variable
		}
	}
}

// structOf names the struct that declares the field of a selection, empty for one without a name.
func structOf(s *types.Selection) string {
	t := s.Recv()
	for i, k := range s.Index() {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return ""
		}
		if i == len(s.Index())-1 {
			break
		}
		t = st.Field(k).Type()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Name() + "." + n.Obj().Name()
}
