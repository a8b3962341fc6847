package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// widths of the columns of running text, in characters.
const (
	meaningWidth = 44
	reasonWidth  = 44
	breaksWidth  = 32
)

// writeTable prints the constants of one package; without any, nothing.
func writeTable(w io.Writer, folder string, list []entry) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "%s\n\n", folder)
	rows := [][]string{{"NAME", "VALUE", "UNIT", "MEANING", "WHY", "WITHOUT IT"}}
	for _, c := range list {
		rows = append(rows, []string{c.name, c.value, c.unit, c.meaning, c.reason, c.breaks})
	}
	wrap := []int{0, 0, 0, meaningWidth, reasonWidth, breaksWidth}
	width := make([]int, len(wrap))
	cells := make([][][]string, len(rows))
	for i, row := range rows {
		cells[i] = make([][]string, len(row))
		for k, text := range row {
			cells[i][k] = fold(text, wrap[k])
			for _, line := range cells[i][k] {
				width[k] = max(width[k], utf8.RuneCountInString(line))
			}
		}
	}
	for _, row := range cells {
		writeRow(w, row, width)
	}
	fmt.Fprintln(w)
}

// writeRow prints the lines of one row.
func writeRow(w io.Writer, row [][]string, width []int) {
	height := 1
	for _, cell := range row {
		height = max(height, len(cell))
	}
	for line := range height {
		var b strings.Builder
		for k, cell := range row {
			text := ""
			if line < len(cell) {
				text = cell[line]
			}
			b.WriteString(text + strings.Repeat(" ", width[k]-utf8.RuneCountInString(text)+2))
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

// fold breaks a text into lines of at most width characters; width 0 leaves it whole.
func fold(text string, width int) []string {
	if width == 0 {
		return []string{text}
	}
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

func writeStray(w io.Writer, folder string, list []stray) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "%s: %d numbers outside constants.go\n\n", folder, len(list))
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\n", s.at, s.text)
	}
	fmt.Fprintln(w)
}
