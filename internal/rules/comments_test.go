package rules

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// codeName finds names of code in a comment: two words in one, as `unitLength` and `SetPose`.
var codeName = regexp.MustCompile(`\b(?:[a-z][a-z0-9]+[A-Z][A-Za-z0-9]*|(?:[A-Z][a-z0-9]+){2,}[A-Z]?)\b`)

// foreignNames look like names of this tree and belong to other programs, standards and papers.
var foreignNames = []string{
	"unitLength", "poseXYZStore", // examples of the rules of words
	"NoTest", "TwoWorkers", // patterns on the command line of go test
	"BinaryMarshaler", "BinaryUnmarshaler", "BinaryAppender", "FailNow", // standard library
	"ClientMessage", "ConnectionNumber", "InternAtom", "SendEvent", "libEGL", // X11 and OpenGL
	"WebAssembly", "KeyboardEvent", // browsers
	"MurmurHash3", "SplitMix64", "ShaderX6", "UsdPhysics", "GitLab", "DoFn", "macOS",
	"deltaTime", // in the article on time steps
	"MapReduce", // the paper
}

// plainVerbs say what a function does to something that has a name.
const plainVerbs = "finds|takes|returns|notes|books|draws|writes|shows|moves|keeps|saves|sets|adds|reads|holds|" +
	"collects|gives|drops|ends|makes|leaves|names"

// retiredPhrases are patterns of sentences that a reader has to read twice, with a better form.
var retiredPhrases = []struct{ pattern, say string }{
	{`\b(?:of|from|to|for|with|by|than|in|on|at|as|is|are|was|but) what\b`,
		"a noun for \"what\": \"the bodies that rest\", not \"of what rests\""},
	{`(?:^// |\. )(?-i:What) `, "a noun first: \"Bodies in touch wake up\", not \"What it touched wakes up\""},
	{`^// \w+ (?:` + plainVerbs + `) what\b`, "the noun that the function returns or changes"},
	{`\bthat which\b`, "a noun"},
	{`\b(?:to and fro|lets? go of|nobody can foretell|in order to|so to speak|by and by)\b`,
		"the term of the field, or nothing"},
	{`\b(?:bears|digs) (?:on|in)\b`, "supports, penetrates"},
}

// comments calls f for every comment of the tree.
func comments(t *testing.T, f func(s source, at token.Position, text string)) {
	fset := token.NewFileSet()
	for _, s := range sources(t, fset) {
		for _, group := range s.file.Comments {
			for _, c := range group.List {
				f(s, fset.Position(c.Pos()), c.Text)
			}
		}
	}
}

// TestCommentsNameWhatExists holds that names of code in comments are names of this tree, so that a comment follows
// when a name changes.
func TestCommentsNameWhatExists(t *testing.T) {
	names, used := namesOf(t), map[string]bool{}
	comments(t, func(s source, at token.Position, text string) {
		for _, name := range codeName.FindAllString(text, -1) {
			if slices.Contains(foreignNames, name) {
				used[name] = true
			} else if !names[name] {
				t.Errorf("%v: the comment names %s, which is nowhere", at, name)
			}
		}
	})
	for _, name := range foreignNames {
		if !used[name] {
			t.Errorf("no comment names %s: take it off the list of foreign names", name)
		}
	}
}

// namesOf are the names that the tree uses: identifiers, and the words of strings, shaders, scripts and schemas.
func namesOf(t *testing.T) map[string]bool {
	names := map[string]bool{}
	word := regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
	add := func(text string) {
		for _, w := range word.FindAllString(text, -1) {
			names[w] = true
		}
	}
	for _, s := range sources(t, token.NewFileSet()) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				names[n.Name] = true
			case *ast.BasicLit:
				// the list of foreign names vouches for none
				if n.Kind == token.STRING && s.path != "internal/rules/comments_test.go" {
					add(n.Value)
				}
			}
			return true
		})
	}
	for _, pattern := range []string{"shaders/*.glsl", "renderer/gl/api/*.js", "docs/*.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			add(string(text))
		}
	}
	return names
}

// retiredPhrase returns the first retired phrase of a text, and the better form.
func retiredPhrase(text string) (phrase, say string) {
	for i, r := range phrasePatterns {
		if found := r.FindString(text); found != "" {
			return found, retiredPhrases[i].say
		}
	}
	return "", ""
}

var phrasePatterns = func() (list []*regexp.Regexp) {
	for _, r := range retiredPhrases {
		list = append(list, regexp.MustCompile(`(?i)`+r.pattern))
	}
	return list
}()

// TestPhrases holds that comments and pages are free of retired phrases.
func TestPhrases(t *testing.T) {
	comments(t, func(s source, at token.Position, text string) {
		phrase, say := retiredPhrase(text)
		if phrase == "" || s.path == "internal/rules/comments_test.go" {
			return
		}
		t.Errorf("%v: %q is retired, say %s", at, phrase, say)
	})
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			if phrase, say := retiredPhrase(line); phrase != "" {
				t.Errorf("%s:%d: %q is retired, say %s", page, number, phrase, say)
			}
		}
	}
}

func TestPhraseRule(t *testing.T) {
	for text, want := range map[string]string{
		"the mass of what rests":     "of what",
		"It is what a step does":     "is what",
		"says what to do":            "",
		"ask what moved":             "",
		"// draw draws what is open": "// draw draws what",
		"// name says what it is":    "",
		"It ends. What it touched":   ". What ",
		"says how. what it does":     "",
		"the impulses let go of":     "let go of",
		"a pile bears on the wall":   "bears on",
	} {
		if phrase, _ := retiredPhrase(text); phrase != want {
			t.Errorf("%q: %q, want %q", text, phrase, want)
		}
	}
}
