package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// page is a page and what it declares.
type page struct {
	name, text string
	files      [][2]string // named blocks: name, content
	figures    []figures
	ready      sync.WaitGroup // of the scripts of all figures
}

// figures is one declaration.
type figures struct {
	script string
	within float64  // a part of the figure; 0 asks for the same digits
	fills  []string // pieces of lines with @ in the places of figures
	words  []string // what the script printed
	err    error    // why there are none
}

var (
	declaration = regexp.MustCompile(`(?ms)^<!-- figures(.*?)^-->`)
	namedBlock  = regexp.MustCompile("(?ms)^```\\w+ (\\S+)\n(.*?)^```")
	tolerance   = regexp.MustCompile(`^ within ([\d.]+) %$`)
	figure      = `([−+-]?[\d.,]*\d(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?|\pL[\pL\d.]*|[−–-])`
)

func readPage(root, name string) (*page, error) {
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return nil, err
	}
	p := &page{name: name, text: string(text)}
	for _, m := range namedBlock.FindAllStringSubmatch(p.text, -1) {
		p.files = append(p.files, [2]string{m[1], m[2]})
	}
	for _, m := range declaration.FindAllStringSubmatch(p.text, -1) {
		f, err := parseFigures(m[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		p.figures = append(p.figures, f)
	}
	return p, nil
}

// parseFigures reads a declaration without its marks.
func parseFigures(text string) (figures, error) {
	var f figures
	head, body, _ := strings.Cut(text, "\n")
	if head != "" {
		m := tolerance.FindStringSubmatch(head)
		if m == nil {
			return f, fmt.Errorf("figures%s: want nothing or \"within N %%\"", head)
		}
		percent, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			return f, err
		}
		f.within = percent / 100
	}
	script, fills, found := strings.Cut(body, "\nfills\n")
	if !found {
		return f, fmt.Errorf("figures of %q: the line \"fills\" is missing", head)
	}
	f.script, f.fills = script, strings.Split(strings.TrimSpace(fills), "\n")
	return f, nil
}

// run carries the script out in a new folder with the files of the page.
func (f *figures) run(o *options, p *page, dir string) error {
	if err := p.writeFiles(dir); err != nil {
		return err
	}
	out, err := shell(o, dir, f.script)
	if err != nil {
		return err
	}
	f.words = strings.Fields(string(out))
	if holes := strings.Count(strings.Join(f.fills, "\n"), "@"); holes != len(f.words) {
		return fmt.Errorf("%d figures are wanted, the script prints %d: %s\n%s", holes, len(f.words), f.words, f.script)
	}
	return nil
}

func (p *page) writeFiles(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range p.files {
		if err := os.WriteFile(filepath.Join(dir, f[0]), []byte(f[1]), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// fill puts the figures into the text and returns the changes. A declaration that fails leaves the others alone.
func (p *page) fill() (changes []string, err error) {
	for i := range p.figures {
		f := &p.figures[i]
		if f.err != nil {
			err = errors.Join(err, f.err)
			continue
		}
		words := f.words
		for _, piece := range f.fills {
			n := strings.Count(piece, "@")
			more, e := p.fillPiece(piece, words[:n], f.within)
			changes, words, err = append(changes, more...), words[n:], errors.Join(err, e)
		}
	}
	return changes, err
}

// fillPiece puts words into the places of one piece, which stands on the page once.
func (p *page) fillPiece(piece string, words []string, within float64) (changes []string, err error) {
	pattern := regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(piece), "@", figure))
	var at []int
	for _, m := range pattern.FindAllStringSubmatchIndex(p.text, -1) {
		if p.declares(m[0]) {
			continue
		}
		if at != nil {
			return nil, fmt.Errorf("has %q more than once", piece)
		}
		at = m
	}
	if at == nil {
		return nil, fmt.Errorf("has no %q", piece)
	}
	text := p.text[:at[0]]
	last := at[0]
	for i, word := range words {
		from, to := at[2+2*i], at[3+2*i]
		old := p.text[from:to]
		if strings.HasPrefix(word, "-") && len(word) > 1 {
			word = "−" + word[1:]
		}
		if same(old, word, within) {
			word = old
		} else {
			changes = append(changes, fmt.Sprintf("%q: %s, was %s", piece, word, old))
		}
		text += p.text[last:from] + word
		last = to
	}
	p.text = text + p.text[last:]
	return changes, nil
}

// declares reports whether a place of the text is inside a declaration.
func (p *page) declares(at int) bool {
	for _, m := range declaration.FindAllStringIndex(p.text, -1) {
		if m[0] <= at && at < m[1] {
			return true
		}
	}
	return false
}

// same reports whether a figure of a page may stay.
func same(old, now string, within float64) bool {
	if old == now {
		return true
	}
	a, err := strconv.ParseFloat(strings.Replace(old, "−", "-", 1), 64)
	b, err2 := strconv.ParseFloat(strings.Replace(now, "−", "-", 1), 64)
	return err == nil && err2 == nil && math.Abs(a-b) <= within*math.Max(math.Abs(a), math.Abs(b))
}
