package rules

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// retired are words that stand in no identifier and no file name. An entry with a folder holds there
// only: elsewhere the word has its ordinary meaning.
var retired = []struct{ word, say, in string }{
	{"crowd", "cluster (of deep overlap)", ""},
	{"heap", "cluster (of deep overlap)", "physics/..."},
	{"slack", "clearance", ""},
	{"graze", "shallow impact", ""},
	{"front", "reference face", "physics/internal/..."},
	{"facing", "incident face", "physics/internal/..."},
	{"claim", "Voronoi region", "physics/..."},
	{"unclaimed", "fallback contact", "physics/..."},
	{"seam", "internal edge", "physics/..."},
	{"tiled", "internal edge", "physics/..."},
	{"piece", "triangle, child", "physics/..."},
	{"patch", "manifold", "physics/..."},
	{"reuse", "recycle", "physics/..."},
	{"dig", "rotational time of impact", "physics/..."},
	{"bear", "support", "physics/..."},
	{"lane", "strategy run; a SIMD lane is a lane", ""},
	{"turn", "rotation, angle", ""},
	{"way", "displacement", ""},
	{"place", "position", ""},
	{"drift", "external acceleration", "physics/..."},
	{"burden", "mass scale, supported load", ""},
	{"part", "batch (of islands)", "physics/..."},
	{"group", "articulation", "physics/..."},
	{"crew", "batch (of queries)", ""},
	{"ebb", "shrink", ""},
	{"loan", "context hand-off", ""},
	{"balance", "context hand-off", ""},
	{"oddity", "flags", ""},
	{"odd", "flags", "engine/pose"},
	{"passage", "pair (of poses)", ""},
	{"judge", "detect", ""},
	{"verdict", "cause", ""},
	{"witness", "counters", ""},
	{"evidence", "counters", ""},
}

// allowedWords are uses of a retired word in another sense.
var allowedWords = []struct{ in, name, why string }{
	{"physics/internal/lanes/...", "lane", "the package of SIMD lanes"},
	{"physics/internal/solve/...", "lane", "SIMD lanes of the solver's kernels"},
	{"tools/kernelgen/...", "lane", "SIMD lanes of the generated kernels"},
	{"cmd/sandbox", "place", "the place in a file where a fault is"},
	{"scene/gltf/internal/jsonvalue", "place", "the place in a file where a fault is"},
	{"scene/gltf/internal/trimesh", "place", "the place in a file where a fault is"},
	{"scene/gltf", "TestFaultPlaces", "the place in a file where a fault is"},
	{"scene/model/...", "place", "the place in a file where a fault is"},
	{"scene/internal/xmlscene/...", "place", "the place in a file where a fault is"},
	{"physics", "Place", "exported: where a path joint stands on its path"},
	{"physics", "SetTargetPlace", "exported: where a motor joint pulls to"},
	{"physics", "setTargetPlace", "recorded under this name"},
	{"physics", "TargetPlace", "exported: where a motor joint pulls to"},
	{"physics", "Placed", "exported: bodies that were put somewhere, not moved by a step"},
	{"physics", "Turn", "exported: how a path joint rotates its body"},
	{"physics", "PathTurn", "exported: how a path joint rotates its body"},
	{"physics", "setPathTurn", "recorded under this name: how a path joint rotates its body"},
	{"physics", "Group", "the group of a collision filter, as in other engines"},
	{"physics/internal/state", "Group", "the group of a collision filter, as in other engines"},
	{"physics/rigs", "Group", "the group of a collision filter, as in other engines"},
	{"physics/rigs", "Place", "exported: where a wheel is mounted"},
	{"physics", "heapInUse", "the heap of the Go runtime"},
	{"physics/scenes", "claim", "what a scene states about its own motion and checks"},
	{"physics/internal/step", "place", "a place in the list of awake bodies"},
	{"physics/internal/step", "piece", "a worker's piece of a stage"},
	{"renderer", "Placed", "a body that was put into a list of instances"},
	{"physics/internal/workers", "claim", "a worker claims blocks of a loop"},
}

// allowanceUsed marks the entries of allowedWords that were needed.
var allowanceUsed = map[int]bool{}

// wordsOf splits an identifier or a file name into lower-case words, at changes of case, digits and underscores.
func wordsOf(name string) (words []string) {
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = nil
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			flush()
			continue
		case unicode.IsUpper(r):
			// "poseXYZStore": a capital begins a word after a small letter or before one
			if i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return words
}

// isForm reports whether a word is another one or a form of it.
func isForm(word, of string) bool {
	stem := strings.TrimSuffix(of, "e")
	if stem == of {
		return word == of || word == of+"s" || word == of+"es" || word == of+"ed" || word == of+"ing" || word == of+"er"
	}
	return word == of || word == of+"s" || word == of+"d" || word == of+"r" || word == stem+"ing"
}

// retiredIn returns the first retired word in a name within a folder.
func retiredIn(folder, name string) (word, say string) {
	for _, w := range wordsOf(name) {
		for _, r := range retired {
			if r.in != "" && !matches(r.in, folder) || !isForm(w, r.word) {
				continue
			}
			ok := false
			for i, a := range allowedWords {
				if matches(a.in, folder) && (a.name == r.word || a.name == name) {
					ok, allowanceUsed[i] = true, true
				}
			}
			if !ok {
				return r.word, r.say
			}
		}
	}
	return "", ""
}

// TestWords holds that identifiers and file names use the words of the field.
func TestWords(t *testing.T) {
	fset := token.NewFileSet()
	seen := map[string]bool{}
	for _, s := range sources(t, fset) {
		if generated(s) { // written names follow from those of the interface
			continue
		}
		check := func(at token.Pos, name string) {
			word, say := retiredIn(s.pkg(), name)
			if key := s.pkg() + " " + name; word != "" && !seen[key] {
				seen[key] = true
				t.Errorf("%s: %s: the word %q is retired, say %s", fset.Position(at), name, word, say)
			}
		}
		base := strings.TrimSuffix(path.Base(s.path), ".go")
		check(s.file.Pos(), base)
		if !snakeCase.MatchString(base) {
			t.Errorf("%s: file names are lower case with underscores between words", s.path)
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			for _, id := range declaredBy(n) {
				check(id.Pos(), id.Name)
			}
			return true
		})
	}
	for i, a := range allowedWords {
		if !allowanceUsed[i] {
			t.Errorf("the allowance of %s in %s is of no use", a.name, a.in)
		}
	}
}

var snakeCase = regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`)

// declaredBy are the names that a node declares.
func declaredBy(n ast.Node) []*ast.Ident {
	var ids []*ast.Ident
	add := func(list ...ast.Expr) {
		for _, e := range list {
			if id, ok := e.(*ast.Ident); ok {
				ids = append(ids, id)
			}
		}
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		add(n.Name)
	case *ast.TypeSpec:
		add(n.Name)
	case *ast.ValueSpec:
		return n.Names
	case *ast.Field:
		return n.Names
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			add(n.Lhs...)
		}
	case *ast.RangeStmt:
		if n.Tok == token.DEFINE {
			add(n.Key, n.Value)
		}
	}
	return ids
}

func TestWordRule(t *testing.T) {
	for _, c := range []struct {
		folder, name, word string
	}{
		{"engine", "newLane", "lane"}, {"engine", "lanes", "lane"}, {"engine", "returnValue", ""},
		{"engine", "turnLimit", "turn"},
		{"engine", "maxTURN", "turn"}, {"engine", "always", ""}, {"engine", "half_way", "way"},
		{"engine", "placed", "place"},
		{"engine", "placing", "place"}, {"physics", "patches", "patch"}, {"engine", "planes", ""},
		{"engine", "land", ""}, {"engine", "part", ""}, {"physics", "islandPart", "part"},
		{"physics", "partial", ""}, {"engine/timestep", "odd", ""}, {"engine/pose", "odd", "odd"},
		{"physics/internal/lanes", "lane8", ""}, {"engine", "HTTPWay", "way"},
	} {
		if word, _ := retiredIn(c.folder, c.name); word != c.word {
			t.Errorf("%s in %s: retired word %q, want %q", c.name, c.folder, word, c.word)
		}
	}
}
