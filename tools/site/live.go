package main

import (
	_ "embed"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark/ast"
)

//go:embed live.js
var liveScript []byte

// liveFolder is that of the sandbox in the site.
const liveFolder = "live"

// onlyScene ends the address of a picture of the gallery: the scene without panels.
const onlyScene = "&do=hide-interface"

// liven lets pictures of a page become the sandbox when they are clicked: those of the gallery, which link to
// themselves, show their scene, and the first picture after a comment <!-- live QUERY --> the scene of the query.
func (p *page) liven(name string) {
	query := ""
	// the walk cannot fail
	_ = ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			text := string(n.Lines().Value(p.source))
			if q, ok := strings.CutPrefix(text, "<!-- live "); ok {
				query = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(q), "-->"))
			}
		case *ast.Image:
			file := path.Join(path.Dir(name), string(n.Destination))
			link, linked := n.Parent().(*ast.Link)
			scene := strings.TrimSuffix(path.Base(file), ".jpg")
			switch {
			case query != "":
				p.show(n, query)
				query = ""
			case linked && string(link.Destination) == string(n.Destination) && path.Dir(file) == "docs/gallery":
				p.show(n, "scene="+scene+onlyScene)
			}
		}
		return ast.WalkContinue, nil
	})
}

// show notes that a picture leads to the sandbox.
func (p *page) show(picture *ast.Image, query string) {
	p.live = append(p.live, livePicture{picture, query})
}

// livePicture is a picture with the query of an address of the sandbox.
type livePicture struct {
	picture *ast.Image
	query   string
}

// enliven gives the pictures their links; up leads from the page to the root of the site.
func (p *page) enliven(up string) {
	for _, l := range p.live {
		link, linked := l.picture.Parent().(*ast.Link)
		if !linked {
			link = ast.NewLink()
			parent := l.picture.Parent()
			parent.ReplaceChild(parent, l.picture, link)
			link.AppendChild(link, l.picture)
		}
		link.Destination = []byte(up + liveFolder + "/index.html?" + l.query)
		link.SetAttributeString("class", []byte("live"))
	}
}

// copyFolder copies the files of a folder into one of the site.
func (s *site) copyFolder(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if err := s.put(path.Join(to, e.Name()), data); err != nil {
			return err
		}
	}
	return nil
}
