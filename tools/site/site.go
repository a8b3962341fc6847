package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// site is the documentation in memory. Names of files are slash-separated, below the root.
type site struct {
	root, out string
	web       string // the folder of the sandbox, empty for none
	pages     map[string]*page
	// files are linked to and copied as they are
	files  map[string]bool
	faults []error
}

// sources are the files that become pages.
var sources = []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "docs/*/README.md"}

// read parses all pages.
func (s *site) read() error {
	for _, pattern := range sources {
		names, err := filepath.Glob(filepath.Join(s.root, filepath.FromSlash(pattern)))
		if err != nil {
			return err
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(s.root, name)
			if err != nil {
				return err
			}
			s.pages[filepath.ToSlash(rel)] = parsePage(text)
		}
	}
	if s.pages["README.md"] == nil {
		return fmt.Errorf("%s has no README.md", s.root)
	}
	return nil
}

// resolve turns links between files into links between pages, and notes the files that have to be copied.
func (s *site) resolve() {
	for _, name := range sorted(s.pages) {
		if s.web != "" {
			s.pages[name].liven(name)
		}
		for _, link := range s.pages[name].links {
			target, err := s.target(name, string(*link))
			if err != nil {
				s.faults = append(s.faults, fmt.Errorf("%s: %s: %w", name, *link, err))
				continue
			}
			*link = []byte(target)
		}
	}
}

// target is where a link of a page leads in the site.
func (s *site) target(from, link string) (string, error) {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
		return link, nil
	}
	file, anchor, anchored := strings.Cut(link, "#")
	name := from
	if file != "" {
		name = path.Join(path.Dir(from), file)
	}
	info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(name)))
	if err != nil || !fs.ValidPath(name) {
		return "", fmt.Errorf("there is no %s", name)
	}
	if info.IsDir() {
		name = path.Join(name, "README.md")
	}
	p := s.pages[name]
	switch {
	case p == nil && info.IsDir():
		return "", fmt.Errorf("the folder has no page")
	case p == nil:
		s.files[name] = true
		return file + suffix(name), nil
	case anchored && !p.anchors[anchor]:
		return "", fmt.Errorf("%s has no heading #%s", name, anchor)
	}
	if anchored {
		anchor = "#" + anchor
	}
	if file == "" {
		return anchor, nil
	}
	to, err := filepath.Rel(filepath.FromSlash(path.Dir(from)), filepath.FromSlash(address(name)))
	return filepath.ToSlash(to) + anchor, err
}

// suffix makes source text of linked files: browsers show it instead of keeping it as a file, and Go finds no
// packages in the site.
func suffix(name string) string {
	switch path.Ext(name) {
	case ".go", ".s", ".glsl", ".sh", ".toml":
		return ".txt"
	}
	return ""
}

// address is the file of a page in the site.
func address(name string) string {
	if path.Base(name) == "README.md" {
		return path.Join(path.Dir(name), "index.html")
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

// write makes the folder of the site anew.
func (s *site) write() error {
	if err := os.RemoveAll(s.out); err != nil {
		return err
	}
	for _, name := range sorted(s.pages) {
		var b bytes.Buffer
		if err := s.pages[name].render(&b, strings.Repeat("../", strings.Count(name, "/")), s.web != ""); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := s.put(address(name), b.Bytes()); err != nil {
			return err
		}
	}
	for _, name := range sorted(s.files) {
		content, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if err := s.put(name+suffix(name), content); err != nil {
			return err
		}
	}
	if s.web != "" {
		if err := errors.Join(s.copyFolder(s.web, liveFolder), s.put("live.js", liveScript)); err != nil {
			return err
		}
	}
	return s.put("style.css", style)
}

// put writes a file of the site.
func (s *site) put(name string, content []byte) error {
	name = filepath.Join(s.out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o644)
}

// sorted are the keys of a map in order: faults and files come in the same order each time.
func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// linksOf are the destinations of all links and pictures below a node, to be changed in place.
func linksOf(document ast.Node) (links []*[]byte, err error) {
	err = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			links = append(links, &n.Destination)
		case *ast.Image:
			links = append(links, &n.Destination)
		}
		return ast.WalkContinue, nil
	})
	return links, err
}
