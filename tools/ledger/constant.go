package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// ledgerFile is the file of a package in which its constants stand.
const ledgerFile = "constants.go"

// entry is a constant with the parts of its comment.
type entry struct {
	at, name, value               string
	unit, meaning, reason, breaks string
	sort                          trial
}

// trial is the kind of the part of a comment after its reason.
type trial int

const (
	noTrial trial = iota
	without       // "Without it:" the scene or test that breaks
	tried         // "Tried:" other values, each with its result
	givenBy       // "Given by:" what the value follows from, so that there is no other
)

// opening is the beginning of a comment, up to the colon, "is" or "are": names, each with its unit, or one unit for
// all.
var opening = regexp.MustCompile(`^(\w+(?: \([^)]+\))?(?:(?:, | and )\w+(?: \([^)]+\))?)*)(?:: | is | are )(.+)$`)

// member is one name of an opening.
var member = regexp.MustCompile(`(\w+)(?: \(([^)]+)\))?(?:, | and |$)`)

// sentence is a text up to a semicolon, or to a full stop that neither stands in a number nor in an abbreviation.
var sentence = regexp.MustCompile(`^(.+?[^.\s])(?:; +(\S.*)|\.(?:\s+([A-Z0-9"“(−].*))?)$`)

// mark begins the trial.
var mark = regexp.MustCompile(`\b(Without (?:it|them)|Tried|Given by): `)

// testName is the name of a test, which a trial names if it fails.
var testName = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]`)

// read fills the parts from a comment that names the constant. A part that the comment lacks stays empty.
func (e *entry) read(comment string) {
	m := opening.FindStringSubmatch(strings.Join(strings.Fields(comment), " "))
	if m == nil {
		return
	}
	named, last := false, ""
	for _, n := range member.FindAllStringSubmatch(m[1], -1) {
		if n[1] == e.name {
			named, e.unit = true, n[2]
		}
		last = n[2]
	}
	if !named {
		return
	}
	if e.unit == "" {
		e.unit = last
	}
	text := m[2]
	if at := mark.FindStringSubmatchIndex(text); at != nil {
		e.breaks = strings.TrimSuffix(text[at[1]:], ".")
		switch text[at[2]:at[3]] {
		case "Tried":
			e.sort = tried
		case "Given by":
			e.sort = givenBy
		default:
			e.sort = without
		}
		text = strings.TrimSpace(text[:at[0]])
	}
	if s := sentence.FindStringSubmatch(text); s != nil {
		e.meaning, e.reason = s[1], strings.TrimSuffix(s[2]+s[3], ".")
	} else {
		e.meaning = text
	}
}

// missing names the first part that the comment has to have and lacks, or nothing.
func (e *entry) missing() string {
	switch {
	case e.meaning == "":
		return "comment of the form \"" + e.name + " (unit): meaning\""
	case e.unit == "":
		return "unit"
	case e.reason == "" && e.breaks == "":
		return "reason, and no scene or test after \"Without it:\""
	}
	return ""
}

// gap names the part that the comment should have, too, or nothing.
func (e *entry) gap() string {
	switch {
	case e.missing() != "":
	case e.reason == "" && e.sort != givenBy:
		return "reason"
	case e.breaks == "":
		return "scene or test"
	}
	return ""
}

// noTest says that nothing fails.
var noTest = regexp.MustCompile(`\bno (?:test|claim)\b`)

// idle reports whether no test failed with any of the values tried.
func (e *entry) idle() bool {
	return !testName.MatchString(e.breaks) && (e.sort == tried || e.sort == without && noTest.MatchString(e.breaks))
}

// entries returns the numeric constants of the package's constants.go in their order. A comment may be that
// of several constants; those without one have that above them, if it names them.
func (p *pack) entries() []entry {
	var list []entry
	for _, file := range p.files {
		if p.base(file.Pos()) != ledgerFile {
			continue
		}
		comment := ""
		for _, spec := range constSpecs(file) {
			if spec.Doc != nil {
				comment = spec.Doc.Text()
			}
			for i, id := range spec.Names {
				if !p.isNumber(id) {
					continue
				}
				e := entry{at: p.position(id.Pos()), name: id.Name, value: p.value(id, spec, i)}
				e.read(comment)
				list = append(list, e)
			}
		}
	}
	return list
}

// constSpecs returns the constants of a file; a single declaration has its comment above the word const.
func constSpecs(file *ast.File) []*ast.ValueSpec {
	var list []*ast.ValueSpec
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			if spec.Doc == nil && !g.Lparen.IsValid() {
				spec.Doc = g.Doc
			}
			list = append(list, spec)
		}
	}
	return list
}

func (p *pack) position(pos token.Pos) string {
	at := p.fset.Position(pos)
	name, err := filepath.Rel(p.root, at.Filename)
	if err != nil {
		name = at.Filename
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(name), at.Line)
}

func (p *pack) base(pos token.Pos) string { return filepath.Base(p.fset.Position(pos).Filename) }

// isNumber reports whether a constant is a number, or one whose value is not known.
func (p *pack) isNumber(id *ast.Ident) bool {
	c, ok := p.info.Defs[id].(*types.Const)
	return ok && (c.Val().Kind() == constant.Int || c.Val().Kind() == constant.Float ||
		c.Val().Kind() == constant.Unknown)
}

// value returns the number, with the expression it comes from where that is more than a number.
func (p *pack) value(id *ast.Ident, spec *ast.ValueSpec, i int) string {
	text := ""
	if i < len(spec.Values) {
		var b strings.Builder
		if err := format.Node(&b, p.fset, spec.Values[i]); err == nil {
			text = b.String()
		}
	}
	v := p.info.Defs[id].(*types.Const).Val()
	if v.Kind() == constant.Unknown {
		return text
	}
	f, _ := constant.Float64Val(v)
	number := strconv.FormatFloat(f, 'g', 7, 64)
	if written, err := strconv.ParseFloat(text, 64); text == "" || err == nil && written == f {
		return number
	}
	return number + " = " + text
}

// stray is a number that stands outside constants.go.
type stray struct{ at, text string }

// plain are the numbers that are part of a formula rather than a choice.
var plain = map[float64]bool{0: true, 0.25: true, 0.5: true, 1: true, 1.5: true, 2: true, 3: true, 4: true, 6: true,
	8: true, 10: true, 12: true}

// strays returns the named numbers outside constants.go, and the literals with a decimal point or exponent
// in function bodies that are not plain.
func (p *pack) strays() []stray {
	var list []stray
	for _, file := range p.files {
		if p.base(file.Pos()) == ledgerFile || ast.IsGenerated(file) {
			continue
		}
		for _, spec := range constSpecs(file) {
			for i, id := range spec.Names {
				if i < len(spec.Values) && hasNumber(spec.Values[i]) && p.isNumber(id) {
					list = append(list, stray{p.position(id.Pos()), id.Name + " " + p.value(id, spec, i)})
				}
			}
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				list = append(list, p.literals(f)...)
			}
		}
	}
	return list
}

// hasNumber reports whether an expression holds a number as such, which a name, iota or a sum of them does not.
func hasNumber(e ast.Expr) bool {
	found, counts := false, false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			found = found || n.Kind == token.INT || n.Kind == token.FLOAT
		case *ast.Ident:
			counts = counts || n.Name == "iota"
		}
		return true
	})
	return found && !counts
}

// literals returns the numbers in a function that look like a choice.
func (p *pack) literals(f *ast.FuncDecl) []stray {
	var list []stray
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.FLOAT {
			return true
		}
		if v, err := strconv.ParseFloat(lit.Value, 64); err == nil && !plain[v] {
			list = append(list, stray{p.position(lit.Pos()), lit.Value + " in " + f.Name.Name})
		}
		return true
	})
	return list
}
