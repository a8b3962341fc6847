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
	"Body": "body", "Shape": "shape", "Joint": "joint", "Geometry": "geometry", "error": "Done",
	"*Snapshot": "snapshot", "shape.Geometry": "built",
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
		return fmt.Sprintf("\tjournal.CodeList(&cd.Coder, &%s, func(x *%s) {\n%s})\n", name, typeName(u.Elem()), item),
			err
	}
	return "", fmt.Errorf("values of type %s cannot be written", typeName(t))
}

func basic(name string, t *types.Basic) (string, error) {
	switch t.Kind() {
	case types.Bool:
		return fmt.Sprintf("\tcd.Bool(&%s)\n", name), nil
	case types.String:
		return fmt.Sprintf("\tcd.String(&%s)\n", name), nil
	case types.Float32:
		return fmt.Sprintf("\tcd.Float32(&%s)\n", name), nil
	case types.Uint8:
		return fmt.Sprintf("\tjournal.Code8(&cd.Coder, &%s)\n", name), nil
	case types.Int32, types.Uint32:
		return fmt.Sprintf("\tjournal.Code32(&cd.Coder, &%s)\n", name), nil
	case types.Int, types.Int64, types.Uint64:
		return fmt.Sprintf("\tjournal.Code64(&cd.Coder, &%s)\n", name), nil
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
	b.WriteString(head + "package physics\n\nimport (\n\t\"fmt\"\n\n\t\"tumble/physics/internal/journal\"\n)\n\n")
	for _, name := range names {
		b.WriteString(c.methods[name])
	}
	return b.String()
}

// formTags are the forms of shapes. Their places, from 1, are part of the format: new ones come last.
var formTags = []string{
	"Sphere", "Capsule", "TaperedCapsule", "Cylinder", "Cone", "Plane", "Box", "Hull", "Mesh", "HeightField",
	"Compound",
}

// geometry writes the methods for the form of a shape: its tag, then its values or the number of the shape to which it
// refers.
func (c *codec) geometry(forms map[string]types.Type) error {
	var writes, reads strings.Builder
	for i, name := range formTags {
		t, ok := forms[name]
		if !ok {
			return fmt.Errorf("there is no form %s any more", name)
		}
		code, err := "cd.built(&g.geometry)\n", error(nil)
		if u, ok := t.Underlying().(*types.Struct); ok && u.Field(0).Exported() {
			code, err = c.code("g", t)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(&writes, "\tcase %s:\n\t\tcd.form(%d)\n\t\t%s", name, i+1, code)
		fmt.Fprintf(&reads, "\tcase %d:\n\t\tvar g %s\n\t\t%s\t\treturn g\n", i+1, name, code)
	}
	if len(forms) != len(formTags) {
		return fmt.Errorf("%d forms, %d have a tag", len(forms), len(formTags))
	}
	c.methods["geometry"] = "func (cd *coder) geometry(v *Geometry) {\n\tif cd.Reading {\n\t\t*v = cd.readGeometry()\n\t\treturn\n\t}\n\tcd.writeGeometry(*v)\n}\n\n"
	c.methods["writeGeometry"] = "func (cd *coder) writeGeometry(v Geometry) {\n\tswitch g := v.(type) {\n" +
		writes.String() +
		"\tdefault:\n\t\t// a pointer to one of these, or nil, is refused by the call\n\t\tcd.form(0)\n\t}\n}\n\n"
	c.methods["readGeometry"] = "func (cd *coder) readGeometry() Geometry {\n\ttag := cd.form(0)\n\tswitch tag {\n\tcase 0:\n\t\treturn nil\n" + reads.String() +
		"\t}\n\tcd.Fail(fmt.Errorf(\"geometry of kind %d\", tag))\n\treturn nil\n}\n\n"
	return nil
}

// describe is a text that differs for types that are written differently.
func (c *codec) describe(t types.Type) string {
	switch name := typeName(t); {
	case name == "error":
		return "bool" // says that there is none
	case byHand[name] != "":
		return name
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
