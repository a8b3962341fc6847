package main

import (
	"fmt"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	shBlock  = regexp.MustCompile("(?ms)^```sh\n(.*?)^```")
	pictured = regexp.MustCompile(`!\[[^\]]*\]\(([^):]+)\)`)
	draws    = regexp.MustCompile(`sandbox (shot|lab .*--plots|run .*--script)`)
)

// drawPictures carries out the blocks of commands that draw, and takes over the pictures that differ from those of the
// pages. A page that fails leaves the others alone.
func drawPictures(o *options, temp string, pages []*page) (moved []string, failed []failure) {
	for i, p := range pages {
		changed, err := p.draw(o, filepath.Join(temp, fmt.Sprintf("pictures%d", i)))
		if changed {
			moved = append(moved, p.name)
		}
		if err != nil {
			failed = append(failed, failure{p.name, err})
		}
	}
	return moved, failed
}

// draw carries out the blocks of a page in a folder.
func (p *page) draw(o *options, dir string) (changed bool, err error) {
	except := 0
	for _, m := range shBlock.FindAllStringSubmatch(p.text, -1) {
		script := withoutWindows(m[1])
		if !draws.MatchString(script) || os.Getenv("DISPLAY") == "" && strings.Contains(script, "sandbox run") {
			continue
		}
		if strings.Contains(script, "sandbox run") {
			except = windowCells
		}
		if err := p.writeFiles(dir); err != nil {
			return false, err
		}
		if err := os.Symlink(o.root, filepath.Join(filepath.Dir(dir), "tumble")); err != nil && !os.IsExist(err) {
			return false, err
		}
		if _, err := shell(o, dir, script); err != nil {
			return false, err
		}
	}
	return p.take(o, dir, except)
}

// withoutWindows leaves out the commands that open a window which no script ends.
func withoutWindows(block string) string {
	var script strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(block, "\\\n", " ")) {
		if !strings.HasPrefix(line, "sandbox run") || strings.Contains(line, "--script") {
			script.WriteString(line)
		}
	}
	return script.String()
}

// take copies the drawn pictures of a page from a folder, if they differ from the kept pictures in more cells than
// except.
func (p *page) take(o *options, dir string, except int) (changed bool, err error) {
	for _, m := range pictured.FindAllStringSubmatch(p.text, -1) {
		drawn, kept := filepath.Join(dir, m[1]), filepath.Join(o.root, filepath.Dir(p.name), m[1])
		content, err := os.ReadFile(drawn)
		if err != nil {
			continue // another command draws it
		}
		difference := differ(kept, drawn, except)
		if difference <= picturesAgree {
			continue
		}
		fmt.Printf("%s: %s differs by %.3f of the range of brightness\n", p.name, m[1], difference)
		changed = true
		if o.check {
			continue
		}
		if err := os.WriteFile(kept, content, 0o644); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// Pictures are compared as means of cells, so that neither a driver that places an edge half a pixel further nor a
// figure in a corner counts.
const (
	cellsAcross = 16
	// picturesAgree (part of the range of brightness): largest difference of the means of a cell. A body that is
	// missing from a picture of a few changes its cell by 0.1; two drivers differ by less than 0.01.
	picturesAgree = 0.04
)

// windowCells are the cells of a picture of a window that may differ: times, messages and what moves meanwhile.
const windowCells = cellsAcross

// differ is the difference of two pictures in a cell, the largest but for so many cells; 1 where they cannot be
// compared. Plots (.svg) are compared as text.
func differ(a, b string, except int) float64 {
	if filepath.Ext(a) == ".svg" {
		x, err := os.ReadFile(a)
		y, err2 := os.ReadFile(b)
		if err != nil || err2 != nil || string(x) != string(y) {
			return 1
		}
		return 0
	}
	x, y := cells(a), cells(b)
	if x == nil || len(x) != len(y) {
		return 1
	}
	differences := make([]float64, (len(x)+2)/3)
	for i := range x {
		differences[i/3] = math.Max(differences[i/3], math.Abs(x[i]-y[i]))
	}
	size := differences[len(differences)-1] // of the picture
	differences = differences[:len(differences)-1]
	slices.Sort(differences)
	return math.Max(size, differences[len(differences)-1-except])
}

// cells are the size of a picture and the means of red, green and blue of its cells; nil if it cannot be read.
func cells(name string) []float64 {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	img, _, err := image.Decode(file)
	if err != nil {
		return nil
	}
	size := img.Bounds().Size()
	sums := make([]float64, 3*cellsAcross*cellsAcross)
	counts := make([]float64, cellsAcross*cellsAcross)
	for y := range size.Y {
		for x := range size.X {
			cell := y*cellsAcross/size.Y*cellsAcross + x*cellsAcross/size.X
			r, g, b, _ := img.At(img.Bounds().Min.X+x, img.Bounds().Min.Y+y).RGBA()
			counts[cell]++
			for i, v := range [3]uint32{r, g, b} {
				sums[3*cell+i] += float64(v) / 0xffff
			}
		}
	}
	for i := range sums {
		sums[i] /= math.Max(counts[i/3], 1)
	}
	return append(sums, float64(size.X), float64(size.Y))
}
