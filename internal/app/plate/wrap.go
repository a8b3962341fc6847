package plate

import (
	"strings"

	"tumble/renderer"
)

// Wrap writes text in lines no wider than width (pixels), the first with its baseline at y, and returns their number;
// without a packet it only counts. A wider word has a line of its own.
func Wrap(atlas *renderer.Atlas, p *renderer.Packet, style renderer.TextStyle, color renderer.Color,
	x, y, width float32, text string) int {
	lines, line := 0, atlas.Metrics(style).Line
	for len(text) > 0 {
		end := fit(atlas, style, width, text)
		if p != nil {
			atlas.Text(p, 1, renderer.Rect{}, style, x, y+float32(lines)*line, color, text[:end])
		}
		lines++
		for end < len(text) && text[end] == ' ' {
			end++
		}
		text = text[end:]
	}
	return lines
}

// fit is the length of the longest part of text that ends with a word and is no wider than width.
func fit(atlas *renderer.Atlas, style renderer.TextStyle, width float32, text string) int {
	n, _ := atlas.Fit(style, text, width)
	if n == len(text) {
		return n
	}
	if space := strings.LastIndexByte(text[:n+1], ' '); space > 0 {
		return space
	}
	if space := strings.IndexByte(text, ' '); space > 0 {
		return space
	}
	return len(text)
}
