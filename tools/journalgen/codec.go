package main

import (
	"fmt"
	"go/types"
	"hash/crc32"
	"slices"
	"strings"
)

// codec writes an encoder for each struct among the values of calls.
type codec struct {
	methods map[string]string // by their name
	done    map[string]bool
}

func newCodec() *codec { return &codec{methods: make(map[string]string), done: make(map[string]bool)} }

// written by hand are the methods for values that are not written field by field.
var byHand = map[string]string{
	"Body": "body", "Shape": "shape", "Joint": "joint", "Geometry": "geometry", "error": "error", "*Snapshot": "snapshot", "shape.Geometry": "built",
}

// code is the statement that codes the variable called name.
func (c *codec) code(name string, t types.Type) (string, error) {
	if p, ok := t.(*types.Pointer); ok && typeName(p.Elem()) == "World" {
		return fmt.Sprintf("\tcd.theWorld(&%s)\n", name), nil
	}
	if method := byHand[typeName(t)]; method != "" {
		return fmt.Sprintf("\tcd.%s(&%s)\n", method, name), nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basic(name, u)
	case *types.Struct:
		method, err := c.structure(t, u)
		return fmt.Sprintf("\tcd.%s(&%s)\n", method, name), err
	case *types.Array:
		item, err := c.code(name+"[i]", u.Elem())
		return fmt.Sprintf("\tfor i := range %s {\n\t%s}\n", name, item), err
	case *types.Slice:
		item, err := c.code("(*x)", u.Elem())
		item = strings.ReplaceAll(item, "&(*x)", "x")
		return fmt.Sprintf("\tcodeList(cd, &%s, func(cd *coder, x *%s) {\n%s})\n", name, typeName(u.Elem()), item), err
	}
	return "", fmt.Errorf("values of type %s cannot be written", typeName(t))
}

func basic(name string, t *types.Basic) (string, error) {
	switch t.Kind() {
	case types.Bool:
		return fmt.Sprintf("\tcd.bool(&%s)\n", name), nil
	case types.String:
		return fmt.Sprintf("\tcd.string(&%s)\n", name), nil
	case types.Float32:
		return fmt.Sprintf("\tcd.float32(&%s)\n", name), nil
	case types.Uint8:
		return fmt.Sprintf("\tcode8(cd, &%s)\n", name), nil
	case types.Int32, types.Uint32:
		return fmt.Sprintf("\tcode32(cd, &%s)\n", name), nil
	case types.Int, types.Int64, types.Uint64:
		return fmt.Sprintf("\tcode64(cd, &%s)\n", name), nil
	}
	return "", fmt.Errorf("numbers of type %v have no fixed size in the format", t)
}

// structure writes the method for a struct and returns its name.
func (c *codec) structure(t types.Type, u *types.Struct) (string, error) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return "", fmt.Errorf("a struct without a name")
	}
	method := lower(named.Obj().Name())
	if c.done[method] {
		return method, nil
	}
	c.done[method] = true
	var b strings.Builder
	fmt.Fprintf(&b, "func (cd *coder) %s(v *%s) {\n", method, typeName(t))
	for f := range u.Fields() {
		code, err := c.code("v."+f.Name(), f.Type())
		if err != nil {
			return "", fmt.Errorf("%s.%s: %w", typeName(t), f.Name(), err)
		}
		b.WriteString(code)
	}
	b.WriteString("}\n\n")
	c.methods[method] = b.String()
	return method, nil
}

// file is the file with all methods.
func (c *codec) file() string {
	var names []string
	for name := range c.methods {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString(head + "package physics\n\n")
	for _, name := range names {
		b.WriteString(c.methods[name])
	}
	return b.String()
}

// describe is a text that differs for types that are written differently.
func (c *codec) describe(t types.Type) string {
	if byHand[typeName(t)] != "" {
		return typeName(t)
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if typeName(t) == "World" {
			return "World"
		}
		text := "{"
		for f := range u.Fields() {
			text += f.Name() + " " + c.describe(f.Type()) + "; "
		}
		return text + "}"
	case *types.Slice:
		return "[]" + c.describe(u.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", u.Len(), c.describe(u.Elem()))
	case *types.Pointer:
		return "*" + c.describe(u.Elem())
	default:
		return u.String()
	}
}

func checksum(text string) uint32 { return crc32.ChecksumIEEE([]byte(text)) }
