package main

import (
	_ "embed"
	"fmt"
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
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(markup.WithUnsafe()))

// entry is a link in the head of each page.
type entry struct{ name, file string }

var entries = []entry{
	{"Tumble", "index.html"}, {"Documentation", "docs/index.html"}, {"Gallery", "docs/gallery/index.html"},
	{"Time step", "docs/timestep.html"}, {"Truth", "docs/physics.html#beside-box3d-and-jolt"},
	{"Speed", "index.html#speed"}, {"Changes", "CHANGELOG.html"},
}

// page is a page of Markdown.
type page struct {
	title   string
	source  []byte
	tree    ast.Node
	links   []*[]byte
	anchors anchors
	live    []livePicture
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
	p.tree = markdown.Parser().Parse(text.NewReader(source),
		parser.WithContext(parser.NewContext(parser.WithIDs(p.anchors))))
	if h, ok := p.tree.FirstChild().(*ast.Heading); ok && h.Level == 1 {
		if title := strings.TrimSpace(strings.TrimLeft(string(h.Lines().Value(source)), "# ")); title != p.title {
			p.title = title + " – Tumble"
		}
	}
	// the walk of links cannot fail
	p.links, _ = linksOf(p.tree)
	return p
}

// render writes the page; up leads from it to the root of the site, which has the sandbox or not.
func (p *page) render(w io.Writer, up string, sandbox bool) error {
	p.enliven(up)
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width\">\n")
	fmt.Fprintf(&b, "<title>%s</title>\n<link rel=\"stylesheet\" href=\"%sstyle.css\">\n<nav>",
		html.EscapeString(p.title), up)
	list := entries
	if sandbox {
		list = append(list[:len(list):len(list)], entry{"Sandbox", liveFolder + "/index.html"})
	}
	for _, l := range list {
		fmt.Fprintf(&b, "<a href=\"%s%s\">%s</a> ", up, l.file, l.name)
	}
	b.WriteString("</nav>\n<main>\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	if err := markdown.Renderer().Render(w, p.source, p.tree); err != nil {
		return err
	}
	end := "</main>\n"
	if len(p.live) > 0 {
		end += "<script src=\"" + up + "live.js\"></script>\n"
	}
	_, err := io.WriteString(w, end+"</html>\n")
	return err
}
