package usda

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
)

// Bounds of a layer, checked before memory is taken.
const (
	maxBytes   = 256 << 20
	maxDepth   = 128
	maxPrims   = 1 << 20
	maxFields  = 1 << 22 // values, attributes and metadata together
	maxNumbers = 1 << 24
)

// parser reads a layer by descent.
type parser struct {
	lexer
	now                   token
	depth                 int
	prims, fields, number int
}

// Parse reads a layer.
func Parse(data []byte) (layer *Layer, err error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("%d bytes: at most %d are read", len(data), maxBytes)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(data, []byte("PXR-USDC")) {
		return nil, fmt.Errorf("a binary USD file (.usdc): save it as text (.usda), for example with usdcat")
	}
	if bytes.HasPrefix(data, []byte("version https://git-lfs")) {
		return nil, fmt.Errorf("a pointer of Git LFS, not the file: git lfs pull fetches it")
	}
	if !bytes.HasPrefix(data, []byte("#usda ")) {
		return nil, fmt.Errorf("does not begin with #usda")
	}
	p := &parser{lexer: lexer{data: data, line: 1}}
	layer = &Layer{Meta: map[string]*Value{}}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.is("(") {
		if err := p.metadata(layer.Meta); err != nil {
			return nil, err
		}
	}
	for p.now.kind != end {
		if p.word("reorder") {
			if err := p.reorder(); err != nil {
				return nil, err
			}
			continue
		}
		prim, err := p.prim()
		if err != nil {
			return nil, err
		}
		layer.Prims = append(layer.Prims, prim)
	}
	return layer, nil
}

func (p *parser) advance() (err error) {
	p.now, err = p.next()
	return err
}

func (p *parser) is(s string) bool   { return p.now.kind == symbol && p.now.text == s }
func (p *parser) word(s string) bool { return p.now.kind == word && p.now.text == s }

func (p *parser) errorf(format string, args ...any) error {
	return &Error{p.now.line, fmt.Sprintf(format, args...)}
}

// found names the token at hand in errors.
func (p *parser) found() string {
	if p.now.kind == end {
		return "the end of the file"
	}
	if len(p.now.text) > 40 {
		return fmt.Sprintf("%.40q…", p.now.text)
	}
	return strconv.Quote(p.now.text)
}

// take passes a symbol.
func (p *parser) take(s string) error {
	if !p.is(s) {
		return p.errorf("%s instead of %q", p.found(), s)
	}
	return p.advance()
}

// takeKind passes a token of a kind and returns its text.
func (p *parser) takeKind(k kind, what string) (string, error) {
	if p.now.kind != k {
		return "", p.errorf("%s instead of %s", p.found(), what)
	}
	s := p.now.text
	return s, p.advance()
}

// enter counts a level of nesting.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return p.errorf("nested more than %d deep", maxDepth)
	}
	return nil
}

// field counts a value or an attribute.
func (p *parser) field() error {
	if p.fields++; p.fields > maxFields {
		return p.errorf("more than %d values", maxFields)
	}
	return nil
}

func (p *parser) reorder() error {
	for range 2 { // the statement is two words and a list
		if err := p.advance(); err != nil {
			return err
		}
	}
	if err := p.take("="); err != nil {
		return err
	}
	_, err := p.value()
	return err
}

// prim reads a prim from its specifier on.
func (p *parser) prim() (*Prim, error) {
	if p.prims++; p.prims > maxPrims {
		return nil, p.errorf("more than %d prims", maxPrims)
	}
	out := newPrim(p.now.line)
	var err error
	if out.Specifier, err = p.takeKind(word, "def, over or class"); err != nil {
		return nil, err
	}
	if s := out.Specifier; s != "def" && s != "over" && s != "class" {
		return nil, &Error{out.Line, fmt.Sprintf("%.40q instead of def, over or class", s)}
	}
	if p.now.kind == word {
		out.Type = p.now.text
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	if out.Name, err = p.takeKind(text, "the name of a prim"); err != nil {
		return nil, err
	}
	return out, p.body(out)
}

func newPrim(line int) *Prim {
	return &Prim{Line: line, Meta: map[string]*Value{}, Attributes: map[string]*Attribute{}}
}

// body reads the metadata and the content of a prim or a variant.
func (p *parser) body(out *Prim) error {
	if err := p.enter(); err != nil {
		return err
	}
	defer func() { p.depth-- }()
	if p.is("(") {
		if err := p.metadata(out.Meta); err != nil {
			return err
		}
	}
	if err := p.take("{"); err != nil {
		return err
	}
	for !p.is("}") {
		if err := p.member(out); err != nil {
			return err
		}
	}
	return p.advance()
}

// member reads a child, a set of variants or an attribute.
func (p *parser) member(out *Prim) error {
	switch {
	case p.is(";"):
		return p.advance()
	case p.word("def"), p.word("over"), p.word("class"):
		child, err := p.prim()
		out.Children = append(out.Children, child)
		return err
	case p.word("variantSet"):
		return p.variants(out)
	case p.word("reorder"):
		return p.reorder()
	}
	return p.attribute(out)
}

func (p *parser) variants(out *Prim) error {
	if err := p.advance(); err != nil {
		return err
	}
	set, err := p.takeKind(text, "the name of a set of variants")
	if err != nil {
		return err
	}
	if err := p.take("="); err != nil {
		return err
	}
	if err := p.take("{"); err != nil {
		return err
	}
	if out.Variants == nil {
		out.Variants = map[string]map[string]*Prim{}
	}
	if out.Variants[set] == nil {
		out.Variants[set] = map[string]*Prim{}
	}
	for !p.is("}") {
		if p.prims++; p.prims > maxPrims {
			return p.errorf("more than %d prims", maxPrims)
		}
		v := newPrim(p.now.line)
		if v.Name, err = p.takeKind(text, "the name of a variant"); err != nil {
			return err
		}
		if err := p.body(v); err != nil {
			return err
		}
		out.Variants[set][v.Name] = v
	}
	return p.advance()
}

// attribute reads an attribute or a relationship. The same one may come again, for its connections or samples.
func (p *parser) attribute(out *Prim) error {
	if err := p.field(); err != nil {
		return err
	}
	a, edit := &Attribute{Line: p.now.line}, ""
	for done := false; !done; {
		switch {
		case p.word("custom"):
			a.Custom = true
		case p.word("uniform"), p.word("varying"), p.word("config"):
			a.Uniform = p.word("uniform")
		case p.now.kind == word && isEdit(p.now.text):
			edit = p.now.text
		default:
			done = true
			continue
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
	var err error
	if a.Type, err = p.takeKind(word, "the type of an attribute"); err != nil {
		return err
	}
	if p.is("[") {
		if err := p.advance(); err != nil {
			return err
		}
		if err := p.take("]"); err != nil {
			return err
		}
		a.Type += "[]"
	}
	name, err := p.takeKind(word, "the name of an attribute")
	if err != nil {
		return err
	}
	return p.assign(out, a, name, edit)
}

// assign reads the text after the name of an attribute.
func (p *parser) assign(out *Prim, a *Attribute, name, edit string) error {
	into := &a.Value
	for suffix, field := range map[string]**Value{".timeSamples": &a.Samples, ".connect": &a.Connect} {
		if n := len(name) - len(suffix); n > 0 && name[n:] == suffix {
			name, into = name[:n], field
		}
	}
	if old := out.Attributes[name]; old != nil {
		switch into {
		case &a.Samples:
			into = &old.Samples
		case &a.Connect:
			into = &old.Connect
		default:
			into = &old.Value
		}
		a = old
	}
	out.Attributes[name] = a
	if p.is("=") {
		if err := p.advance(); err != nil {
			return err
		}
		v, err := p.value()
		if err != nil {
			return err
		}
		v.Edit = edit
		*into = v
	}
	if !p.is("(") {
		return nil
	}
	if a.Meta == nil {
		a.Meta = map[string]*Value{}
	}
	return p.metadata(a.Meta)
}

func isEdit(s string) bool {
	switch s {
	case "prepend", "append", "add", "delete", "reorder":
		return true
	}
	return false
}

// metadata reads the parentheses behind a layer, a prim or an attribute.
func (p *parser) metadata(into map[string]*Value) error {
	if err := p.advance(); err != nil {
		return err
	}
	for !p.is(")") {
		if p.is(";") || p.is(",") || p.now.kind == text { // a comment
			if err := p.advance(); err != nil {
				return err
			}
			continue
		}
		edit := ""
		if p.now.kind == word && isEdit(p.now.text) {
			edit = p.now.text
			if err := p.advance(); err != nil {
				return err
			}
		}
		key, err := p.takeKind(word, "the name of a field")
		if err != nil {
			return err
		}
		if err := p.take("="); err != nil {
			return err
		}
		v, err := p.value()
		if err != nil {
			return err
		}
		v.Edit = edit
		into[key] = edited(into[key], v)
	}
	return p.advance()
}

// edited is a field after one more edit of it. Additions stand together; removals count
// only where nothing else stands.
func edited(old, v *Value) *Value {
	switch {
	case old == nil || v.Edit == "":
		return v
	case v.Edit == "delete" || v.Edit == "reorder":
		return old
	case old.Edit == "delete" || old.Edit == "reorder" || old.Shape == None || v.Shape == None ||
		old.Shape == Numbers || v.Shape == Numbers:
		return v
	}
	members := func(v *Value) []*Value {
		if v.Shape == List {
			return v.List
		}
		return []*Value{v}
	}
	first, second := old, v
	if v.Edit == "prepend" {
		first, second = v, old
	}
	list := append(append([]*Value(nil), members(first)...), members(second)...)
	return &Value{Shape: List, Line: old.Line, Edit: old.Edit, List: list}
}

// value reads any value.
func (p *parser) value() (*Value, error) {
	if err := p.field(); err != nil {
		return nil, err
	}
	v := &Value{Line: p.now.line, Text: p.now.text}
	switch p.now.kind {
	case text:
		v.Shape = String
	case target:
		v.Shape = Path
	case asset:
		v.Shape = Asset
		if err := p.advance(); err != nil {
			return nil, err
		}
		if p.now.kind == target {
			v.Target = p.now.text
			if err := p.advance(); err != nil {
				return nil, err
			}
		}
		return v, p.offset()
	case word:
		n, err := strconv.ParseFloat(p.now.text, 64)
		switch {
		case p.now.text == "None":
		case err == nil || math.IsInf(n, 0):
			v.Shape, v.Numbers = Number, []float64{n}
		default:
			v.Shape = Word
		}
	case symbol:
		return v, p.compound(v)
	default:
		return nil, p.errorf("%s instead of a value", p.found())
	}
	if err := p.advance(); err != nil || v.Shape != Path {
		return v, err
	}
	return v, p.offset()
}

// offset passes the times in parentheses behind a reference.
func (p *parser) offset() error {
	if !p.is("(") || p.depth == 0 {
		return nil
	}
	return p.metadata(map[string]*Value{})
}

// compound reads a list, a tuple or a dictionary.
func (p *parser) compound(v *Value) error {
	if err := p.enter(); err != nil {
		return err
	}
	defer func() { p.depth-- }()
	shut := ""
	switch v.Text {
	case "[":
		shut = "]"
	case "(":
		shut, v.Tuple = ")", true
	case "{":
		return p.dictionary(v)
	default:
		return p.errorf("%s instead of a value", p.found())
	}
	v.Text, v.Shape = "", List
	if err := p.advance(); err != nil {
		return err
	}
	for !p.is(shut) {
		item, err := p.value()
		if err != nil {
			return err
		}
		if err := p.collect(v, item); err != nil {
			return err
		}
		if p.is(",") {
			if err := p.advance(); err != nil {
				return err
			}
		} else if !p.is(shut) {
			return p.errorf("%s instead of a comma or %q", p.found(), shut)
		}
	}
	return p.advance()
}

// collect adds an item to a list, flat as long as all of them are numbers or tuples of one width.
func (p *parser) collect(v, item *Value) error {
	flat := item.Shape == Number || item.Shape == Numbers && item.Tuple
	width := len(item.Numbers)
	if flat && (v.Shape == Numbers && v.Width == width || v.Shape == List && len(v.List) == 0) {
		if p.number += width; p.number > maxNumbers {
			return p.errorf("more than %d numbers", maxNumbers)
		}
		p.fields-- // counted as numbers
		v.Shape, v.Width = Numbers, width
		v.Numbers = append(v.Numbers, item.Numbers...)
		return nil
	}
	if v.Shape == Numbers {
		return p.errorf("a list of numbers with something else in it")
	}
	v.List = append(v.List, item)
	return nil
}

// dictionary reads a dictionary or samples by time.
func (p *parser) dictionary(v *Value) error {
	v.Shape, v.Text = Dictionary, ""
	if err := p.advance(); err != nil {
		return err
	}
	for !p.is("}") {
		if p.is(",") || p.is(";") {
			if err := p.advance(); err != nil {
				return err
			}
			continue
		}
		// type and name, name alone, or a time
		key := ""
		for !p.is(":") && !p.is("=") {
			if p.now.kind != word && p.now.kind != text && !p.is("[") && !p.is("]") {
				return p.errorf("%s instead of a key", p.found())
			}
			key = p.now.text
			if err := p.advance(); err != nil {
				return err
			}
		}
		if err := p.advance(); err != nil {
			return err
		}
		item, err := p.value()
		if err != nil {
			return err
		}
		v.Keys, v.List = append(v.Keys, key), append(v.List, item)
	}
	return p.advance()
}
