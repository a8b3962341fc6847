package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// setting is one field of the declaration.
type setting struct {
	field, kind               string
	key, label, heading, unit string
	text                      string
	old                       []string
	lo, hi                    float64
	low, high                 float64
	log                       bool
	// values has the default, of a vector one for each component.
	values         []float64
	solver, hashed bool
}

// kinds are the types that a setting may have.
var kinds = map[string]bool{"float32": true, "int32": true, "bool": true, "Vec3": true}

// tagKeys are the parts that a tag may have.
var tagKeys = map[string]bool{"key": true, "range": true, "default": true, "usual": true, "heading": true,
	"solver": true, "hash": true, "old": true}

// read returns the fields of type Settings in the order of their declaration.
func read(name string, source []byte) ([]setting, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	declared, ok := structOf(file, "Settings")
	if !ok {
		return nil, fmt.Errorf("%s: no struct Settings", name)
	}
	var list []setting
	keys := map[string]bool{}
	for _, f := range declared.Fields.List {
		s, err := readField(f)
		if err != nil {
			return nil, err
		}
		for _, k := range append(s.old, s.key) {
			if keys[k] {
				return nil, fmt.Errorf("%s: the key %s is taken", s.field, k)
			}
			keys[k] = true
		}
		list = append(list, s)
	}
	return list, nil
}

func structOf(file *ast.File, name string) (*ast.StructType, bool) {
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range g.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == name {
				s, ok := t.Type.(*ast.StructType)
				return s, ok
			}
		}
	}
	return nil, false
}

func readField(f *ast.Field) (setting, error) {
	if len(f.Names) != 1 || f.Tag == nil {
		return setting{}, fmt.Errorf("a field of Settings has several names, none, or no tag")
	}
	s := setting{field: f.Names[0].Name, hashed: true}
	id, ok := f.Type.(*ast.Ident)
	if !ok || !kinds[id.Name] {
		return s, fmt.Errorf("%s: must be of float32, int32, bool or Vec3", s.field)
	}
	s.kind = id.Name
	raw, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return s, fmt.Errorf("%s: %w", s.field, err)
	}
	if err := s.readTag(raw); err != nil {
		return s, fmt.Errorf("%s: %w", s.field, err)
	}
	if err := s.readComment(f.Doc.Text()); err != nil {
		return s, fmt.Errorf("%s: %w", s.field, err)
	}
	return s, nil
}

func (s *setting) readTag(raw string) error {
	for _, m := range regexp.MustCompile(`(\w+):"`).FindAllStringSubmatch(raw, -1) {
		if !tagKeys[m[1]] {
			return fmt.Errorf("the tag has no part %s", m[1])
		}
	}
	tag := reflect.StructTag(raw)
	s.key, s.heading, s.old = tag.Get("key"), tag.Get("heading"), strings.Fields(tag.Get("old"))
	s.solver, s.hashed = tag.Get("solver") == "yes", tag.Get("hash") != "no"
	if letters := strings.NewReplacer(".", "", "_", "").Replace(s.key); letters != strings.ToLower(s.field) {
		return fmt.Errorf("key %q: must have the letters of the field", s.key)
	}
	if s.heading == "" {
		return fmt.Errorf("has no heading")
	}
	s.label = label(s.field, s.heading)
	if s.kind == "bool" {
		on, err := strconv.ParseBool(tag.Get("default"))
		if on {
			s.values = []float64{1}
		} else {
			s.values = []float64{0}
		}
		s.hi, s.high = 1, 1
		return err
	}
	return s.readNumbers(tag)
}

// readNumbers reads range, usual span and default, and checks that each lies in the one before.
func (s *setting) readNumbers(tag reflect.StructTag) error {
	bounds, err := numbers(tag.Get("range"), 2)
	if err != nil {
		return fmt.Errorf("range: %w", err)
	}
	s.lo, s.hi, s.low, s.high = bounds[0], bounds[1], bounds[0], bounds[1]
	if usual := tag.Get("usual"); usual != "" {
		usual, s.log = strings.CutSuffix(usual, " log")
		span, err := numbers(usual, 2)
		if err != nil {
			return fmt.Errorf("usual: %w", err)
		}
		s.low, s.high = span[0], span[1]
	}
	count := 1
	if s.kind == "Vec3" {
		count = 3
	}
	if s.values, err = numbers(tag.Get("default"), count); err != nil {
		return fmt.Errorf("default: %w", err)
	}
	if !(s.lo < s.hi && s.lo <= s.low && s.low < s.high && s.high <= s.hi) || s.log && s.low <= 0 {
		return fmt.Errorf("range %g … %g, usual %g … %g: one must lie in the other", s.lo, s.hi, s.low, s.high)
	}
	for _, v := range s.values {
		if !(v >= s.lo && v <= s.hi) || s.kind == "int32" && v != math.Trunc(v) {
			return fmt.Errorf("default %g: must be a number in %g … %g", v, s.lo, s.hi)
		}
	}
	return nil
}

func numbers(text string, count int) ([]float64, error) {
	parts := strings.Fields(text)
	if len(parts) != count {
		return nil, fmt.Errorf("%q: must be %d numbers", text, count)
	}
	list := make([]float64, count)
	for i, p := range parts {
		var err error
		if list[i], err = strconv.ParseFloat(p, 64); err != nil {
			return nil, err
		}
	}
	return list, nil
}

var opening = regexp.MustCompile(`^(\w+)(?: \(([^)]+)\))? (is |are )?(.+)$`)

// readComment takes the unit and the explanation from a comment of the form
// "Name (unit) is the explanation.".
func (s *setting) readComment(comment string) error {
	m := opening.FindStringSubmatch(strings.Join(strings.Fields(comment), " "))
	if m == nil || m[1] != s.field {
		return fmt.Errorf("the comment must start with the name and the unit in parentheses")
	}
	s.unit = m[2]
	sentence, _, _ := strings.Cut(m[4], ". ")
	s.text = strings.TrimSuffix(sentence, ".") + "."
	return nil
}

// label returns the words of a field, without the first one where the heading says it: "Damping ratio" for
// ContactDampingRatio under Contacts.
func label(field, heading string) string {
	first, rest, more := strings.Cut(words(field), " ")
	if more && strings.HasPrefix(heading, first) {
		return capital(rest)
	}
	return words(field)
}

// words returns a name in words: "Contact damping ratio" for ContactDampingRatio.
func words(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
