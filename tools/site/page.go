package main

import (
	_ "embed"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	markup "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

//go:embed style.css
var style []byte

// markdown reads and writes pages as public forges do. HTML in a page is kept: all pages are ours.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(markup.WithUnsafe()))

// page is a page of Markdown.
type page struct {
	title   string
	source  []byte
	tree    ast.Node
	links   []*[]byte
	anchors anchors
}

// anchors are the identifiers of the headings of a page, made as public forges make them, so that links
// within a page lead to the same place there and here.
type anchors map[string]bool

func (a anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(string(value))) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(r)
		}
	}
	name := b.String()
	for i := 1; a[name]; i++ {
		name = b.String() + "-" + strconv.Itoa(i)
	}
	a[name] = true
	return []byte(name)
}

func (a anchors) Put(value []byte) { a[string(value)] = true }

func parsePage(source []byte) *page {
	p := &page{source: source, anchors: anchors{}, title: "Tumble"}
	p.tree = markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(p.anchors))))
	if h, ok := p.tree.FirstChild().(*ast.Heading); ok && h.Level == 1 {
		if title := strings.TrimSpace(strings.TrimLeft(string(h.Lines().Value(source)), "# ")); title != p.title {
			p.title = title + " – Tumble"
		}
	}
	// the walk of links cannot fail
	p.links, _ = linksOf(p.tree)
	return p
}

// render writes the page; up leads from it to the root of the site.
func (p *page) render(w io.Writer, up string) error {
	head := "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
		html.EscapeString(p.title) + "</title>\n<link rel=\"stylesheet\" href=\"" + up + "style.css\">\n<nav><a href=\"" + up + "index.html\">Tumble</a>" +
		" <a href=\"" + up + "docs/index.html\">Documentation</a> <a href=\"" + up + "docs/gallery/index.html\">Gallery</a>" +
		" <a href=\"" + up + "CHANGELOG.html\">Changes</a></nav>\n<main>\n"
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	if err := markdown.Renderer().Render(w, p.source, p.tree); err != nil {
		return err
	}
	_, err := io.WriteString(w, "</main>\n</html>\n")
	return err
}
