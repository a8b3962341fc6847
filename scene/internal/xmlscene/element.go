package xmlscene

import (
	"fmt"
	"maps"
	"sort"

	"tumble/scene/model"
)

// Element is a part of an XML document.
type Element struct {
	Name     string
	Line     int
	Children []*Element
	attrs    map[string]string
	content  []byte
	file     string
	read     map[string]bool
	used     bool
	f        *model.Faults
}

func newElement(name string, line int, f *model.Faults) *Element {
	return &Element{Name: name, Line: line, attrs: map[string]string{}, read: map[string]bool{}, f: f}
}

// Clone returns a copy of an element with all below it, in which nothing counts as read.
func (e *Element) Clone() *Element {
	c := newElement(e.Name, e.Line, e.f)
	c.content, c.file = e.content, e.file
	maps.Copy(c.attrs, e.attrs)
	for _, child := range e.Children {
		c.Children = append(c.Children, child.Clone())
	}
	return c
}

// Place says where the element is in the file.
func (e *Element) Place() string {
	where := ""
	if e.file != "" {
		where = e.file + " "
	}
	if name := e.attrs["name"]; name != "" {
		return fmt.Sprintf("%sline %d <%s name=%q>", where, e.Line, e.Name, name)
	}
	return fmt.Sprintf("%sline %d <%s>", where, e.Line, e.Name)
}

// SetFile names the file of an element and of all below it, where that is not the scene itself.
func (e *Element) SetFile(name string) {
	e.file = name
	for _, c := range e.Children {
		c.SetFile(name)
	}
}

// Errorf adds an error at the element.
func (e *Element) Errorf(format string, args ...any) { e.f.Errorf(e.Place(), format, args...) }

// Lossf adds a loss at the element.
func (e *Element) Lossf(format string, args ...any) { e.f.Lossf(e.Place(), format, args...) }

// Warnf adds a warning at the element.
func (e *Element) Warnf(format string, args ...any) { e.f.Warnf(e.Place(), format, args...) }

// Ignoref adds something that is left out at the element.
func (e *Element) Ignoref(format string, args ...any) { e.f.Ignoref(e.Place(), format, args...) }

// All returns the children of a name, which count as read.
func (e *Element) All(name string) []*Element {
	var list []*Element
	if e == nil {
		return nil
	}
	for _, c := range e.Children {
		if c.Name == name {
			c.used = true
			list = append(list, c)
		}
	}
	return list
}

// First returns the first child of a name, or nil.
func (e *Element) First(name string) *Element {
	if list := e.All(name); len(list) > 0 {
		return list[0]
	}
	return nil
}

// Use marks an element as read.
func (e *Element) Use() { e.used = true }

// Count is the number of elements below, with this one.
func (e *Element) Count() int {
	n := 1
	for _, c := range e.Children {
		n += c.Count()
	}
	return n
}

// Unuse marks an element as not read.
func (e *Element) Unuse() { e.used = false }

// Replace puts a child in the place of the first one of its name, or at the end.
func (e *Element) Replace(child *Element) {
	for i, c := range e.Children {
		if c.Name == child.Name {
			e.Children[i] = child
			return
		}
	}
	e.Children = append(e.Children, child)
}

// Set gives an attribute a value.
func (e *Element) Set(name, value string) { e.attrs[name] = value }

// Has reports whether there is an attribute.
func (e *Element) Has(name string) bool {
	if e == nil {
		return false
	}
	_, ok := e.attrs[name]
	return ok
}

// Text returns an attribute, or other without it.
func (e *Element) Text(name, other string) string {
	if e == nil {
		return other
	}
	e.read[name] = true
	if s, ok := e.attrs[name]; ok {
		return s
	}
	return other
}

// Peek returns an attribute without marking it as read.
func (e *Element) Peek(name string) string { return e.attrs[name] }

// SetDefault gives an attribute a value if it has none.
func (e *Element) SetDefault(name, value string) {
	if _, ok := e.attrs[name]; !ok {
		e.attrs[name] = value
	}
}

// Attributes returns the names of all attributes, sorted.
func (e *Element) Attributes() []string {
	names := make([]string, 0, len(e.attrs))
	for name := range e.attrs {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Like returns an element of a name without attributes at the place of another one.
func Like(e *Element, name string) *Element { return newElement(name, e.Line, e.f) }
