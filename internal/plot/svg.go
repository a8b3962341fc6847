package plot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
)

// svg is a canvas of text.
type svg struct{ b bytes.Buffer }

func newSVG(width, height float64) *svg {
	s := &svg{}
	fmt.Fprintf(&s.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%gpt" height="%gpt" viewBox="0 0 %g %g" `+
		`font-family="Liberation Sans, Arial, sans-serif">`+"\n", width, height, width, height)
	s.fill(0, 0, width, height, color.NRGBA{255, 255, 255, 255})
	return s
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (s *svg) fill(x, y, width, height float64, c color.NRGBA) {
	fmt.Fprintf(&s.b, `<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s"/>`+"\n",
		x, y, width, height, hex(c))
}

func (s *svg) line(points []Point, width float64, c color.NRGBA) {
	fmt.Fprintf(&s.b, `<polyline fill="none" stroke="%s" stroke-width="%g" points="`, hex(c), width)
	for i, p := range points {
		if i > 0 {
			s.b.WriteByte(' ')
		}
		fmt.Fprintf(&s.b, "%.2f,%.2f", p.X, p.Y)
	}
	s.b.WriteString("\"/>\n")
}

func (s *svg) text(x, y float64, text string, size, anchor float64, upright bool) {
	if text == "" {
		return
	}
	fmt.Fprintf(&s.b, `<text x="%.2f" y="%.2f" font-size="%.3g"`, x, y, size)
	if anchor > 0 {
		fmt.Fprintf(&s.b, ` text-anchor="%s"`, map[float64]string{0.5: "middle", 1: "end"}[anchor])
	}
	if upright {
		fmt.Fprintf(&s.b, ` transform="rotate(-90 %.2f %.2f)"`, x, y)
	}
	s.b.WriteByte('>')
	xml.EscapeText(&s.b, []byte(text))
	s.b.WriteString("</text>\n")
}

func (s *svg) writeTo(w io.Writer) error {
	s.b.WriteString("</svg>\n")
	_, err := s.b.WriteTo(w)
	return err
}
