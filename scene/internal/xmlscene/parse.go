package xmlscene

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"tumble/scene/model"
)

// Limits of a file, which are checked before it is decoded.
const (
	// MaxFile bounds the size of a file (bytes).
	MaxFile       = 64 << 20
	maxDepth      = 200
	maxElements   = 1 << 18
	maxAttributes = 1 << 21
)

// Parse reads a document whose root element has one of some names, separated by blanks.
func Parse(data []byte, roots string, f *model.Faults) (*Element, error) {
	// an element has a start and mostly an end, texts and comments may have more
	if err := checkSize(data, (bytes.Count(data, []byte("<"))+3)/4); err != nil {
		return nil, err
	}
	data, err := plainText(data, f)
	if err != nil {
		return nil, err
	}
	data = plainComments(data, f)
	b := builder{d: xml.NewDecoder(bytes.NewReader(data)), f: f}
	if err := b.read(); err != nil {
		return nil, err
	}
	if b.top == nil || !slices.Contains(strings.Fields(roots), b.top.Name) {
		return nil, fmt.Errorf("the root element is not %s", strings.ReplaceAll(roots, " ", " or "))
	}
	b.top.used = true
	return b.top, nil
}

// CheckWritten returns an error for a document of the project's own writers that is too large to be read.
func CheckWritten(data []byte) error {
	return checkSize(data, bytes.Count(data, []byte("<"))-bytes.Count(data, []byte("</")))
}

func checkSize(data []byte, elements int) error {
	if len(data) > MaxFile {
		return fmt.Errorf("the file has %d bytes: at most %d are read", len(data), MaxFile)
	}
	if elements > maxElements {
		return fmt.Errorf("the file has more than %d elements: no more are read", maxElements)
	}
	// an attribute has one equals sign
	if n := bytes.Count(data, []byte("=")); n > maxAttributes {
		return fmt.Errorf("about %d attributes: at most %d are read", n, maxAttributes)
	}
	return nil
}

var (
	declaration = regexp.MustCompile(`^\s*<\?xml\s[^>]*\?>`)
	version     = regexp.MustCompile(`version\s*=\s*["']([^"']*)["']`)
	encoding    = regexp.MustCompile(`encoding\s*=\s*["']([^"']*)["']`)
	utf8Name    = regexp.MustCompile(`(?i)^(utf-?8|us-ascii|ascii)$`)
	latin1Name  = regexp.MustCompile(`(?i)^(iso-?8859-?1|latin-?1|windows-1252)$`)
)

// plainText takes the declaration, marks and terminators around the elements away and returns UTF-8.
func plainText(data []byte, f *model.Faults) ([]byte, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if trimmed := bytes.TrimRight(data, "\x00"); len(trimmed) < len(data) {
		f.Warnf("", "the file ends with %d NUL bytes, which are left out", len(data)-len(trimmed))
		data = trimmed
	}
	head := declaration.Find(data)
	if head == nil {
		return data, nil
	}
	if v := version.FindSubmatch(head); v == nil || string(v[1]) != "1.0" {
		f.Warnf("line 1", "the declaration %.60q has no known version: 1.0 is taken", head)
	}
	lines := bytes.Count(head, []byte("\n"))
	body := append(bytes.Repeat([]byte("\n"), lines), data[len(head):]...)
	e := encoding.FindSubmatch(head)
	switch {
	case e == nil || utf8Name.Match(e[1]):
		return body, nil
	case latin1Name.Match(e[1]):
		out := make([]rune, len(body))
		for i, c := range body {
			out[i] = rune(c)
		}
		return []byte(string(out)), nil
	}
	return nil, fmt.Errorf("the encoding %.40q is not read: save the file as UTF-8", e[1])
}

// builder makes the tree of elements.
type builder struct {
	d     *xml.Decoder
	f     *model.Faults
	stack []*Element
	top   *Element
	count int
}

func (b *builder) read() error {
	for {
		token, err := b.d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("no XML: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if b.count++; b.count > maxElements || len(b.stack) >= maxDepth {
				return fmt.Errorf("more than %d elements, or deeper than %d", maxElements, maxDepth)
			}
			b.begin(&t)
		case xml.CharData:
			if text := bytes.TrimSpace(t); len(text) > 0 && len(b.stack) > 0 {
				at := b.stack[len(b.stack)-1]
				at.content = append(append(at.content, text...), ' ')
			}
		case xml.EndElement:
			if len(b.stack) == 0 {
				return errors.New("no XML: an element ends that did not begin")
			}
			b.stack = b.stack[:len(b.stack)-1]
		}
	}
}

func (b *builder) begin(t *xml.StartElement) {
	line, _ := b.d.InputPos()
	e := newElement(t.Name.Local, line, b.f)
	for _, a := range t.Attr {
		e.attrs[a.Name.Local] = a.Value
	}
	if len(b.stack) > 0 {
		p := b.stack[len(b.stack)-1]
		p.Children = append(p.Children, e)
	} else if b.top == nil {
		b.top = e
	}
	b.stack = append(b.stack, e)
}
