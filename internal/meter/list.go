package meter

import (
	"fmt"
	"io"
	"strings"
)

// Entry is a line of the list of quantities.
type Entry struct {
	Key  string `json:"key"`
	Unit string `json:"unit,omitempty"`
	Set  bool   `json:"set,omitempty"`
	Text string `json:"text"`
}

// List is the table of quantities, the world first.
func List() (list []Entry) {
	for i := range Things {
		t := &Things[i]
		for _, q := range t.Quantities {
			list = append(list, Entry{t.Form + q.Name, q.Unit, q.Settable(), q.Text})
		}
	}
	return list
}

const pageHead = `# Quantities

<!-- written by go generate ./cmd/sandbox; do not edit -->

A quantity is a meter of the window and of ` + "`--measure`" + `, stands in conditions (` + "`--break`" + `,
*Stop*, ` + "`until`" + ` and ` + "`breaks`" + ` of a study), is a metric of a sweep, is followed by a fit, and is
held to bounds by ` + "`sandbox test`" + `. A quantity marked *set* is a key of ` + "`--set`" + `, presets and studies.
[tuning.md](tuning.md#measure) explains expressions. NAME is the name of a body, or body and its slot, as
` + "`body12`" + `; a star stands for any text, as in ` + "`max(body(\"wheel[*]\").speed)`" + ` and
` + "`--set 'body(\"wheel[*]\").friction=0.5'`" + `.
`

// WriteMarkdown writes the table as a page.
func WriteMarkdown(out io.Writer) error {
	b := &strings.Builder{}
	b.WriteString(pageHead)
	for i := range Things {
		t := &Things[i]
		title, dot := "World", ""
		if t.Form != "" {
			title, dot = strings.ToUpper(t.Call[:1])+t.Call[1:], "."
		}
		fmt.Fprintf(b, "\n## %s\n\n", title)
		if t.Form != "" {
			fmt.Fprintf(b, "`%s` %s\n\n", strings.TrimSuffix(t.Form, "."), t.Text)
		}
		b.WriteString("| Quantity | Unit | Set | Meaning |\n|---|---|---|---|\n")
		for n := 0; n < len(t.Quantities); {
			q := t.Quantities[n]
			set := ""
			if q.Settable() {
				set = "set"
			}
			more := components(t.Quantities[n:])
			fmt.Fprintf(b, "| `%s%s`", dot, q.Name)
			for _, c := range t.Quantities[n+1 : n+more] {
				fmt.Fprintf(b, ", `.%s`", c.Name[len(c.Name)-1:])
			}
			fmt.Fprintf(b, " | %s | %s | %s |\n", q.Unit, set, oneText(q.Text))
			n += more
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// components counts the leading quantities that are components of one vector: they share a row of the page.
func components(list []*Quantity) int {
	base, is := strings.CutSuffix(list[0].Name, "x")
	if !is || base != "" && !strings.HasSuffix(base, ".") {
		return 1
	}
	n := 1
	for n < len(list) && strings.Contains("yzw", strings.TrimPrefix(list[n].Name, base)) {
		n++
	}
	return n
}

// oneText is the text of a component without its letter.
func oneText(text string) string {
	text = strings.Replace(text, ", x component.", ".", 1)
	return strings.Replace(text, "Component x of", "Component of", 1)
}
