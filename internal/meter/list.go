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

// WriteMarkdown writes the table as a page.
func WriteMarkdown(out io.Writer) error {
	b := &strings.Builder{}
	b.WriteString(`# Quantities

<!-- written by go generate ./cmd/sandbox; do not edit -->

Every quantity is a meter in the window and of ` + "`--measure`" + `, stands in conditions (` + "`--break`" + `,
	*Stop*, ` + "`until`" + ` and
` + "`breaks`" + ` of a study), is a metric of a sweep, is followed by a fit,
	and is held to bounds by ` + "`sandbox test`" + `. What is marked
as *set* is a key of ` + "`--set`" + `, presets and studies, too.
[tuning.md](tuning.md#measure) says how expressions are made of them. NAME is the name of a body, or body and its slot,
as ` + "`body12`" + `; a star in it stands for any text, as in
` + "`max(body(\"wheel[*]\").speed)`" + ` and ` + "`--set 'body(\"wheel[*]\").friction=0.5'`" + `.
`)
	for i := range Things {
		t := &Things[i]
		title := strings.ToUpper(t.Call[:min(len(t.Call), 1)]) + t.Call[min(len(t.Call), 1):]
		if title == "" {
			title = "World"
		}
		fmt.Fprintf(b, "\n## %s\n\n", title)
		if t.Form != "" {
			fmt.Fprintf(b, "`%s` %s\n\n", strings.TrimSuffix(t.Form, "."), t.Text)
		}
		b.WriteString("| Quantity | Unit | Set | Meaning |\n|---|---|---|---|\n")
		for _, q := range t.Quantities {
			set := ""
			if q.Settable() {
				set = "set"
			}
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", t.Form+q.Name, q.Unit, set, q.Text)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
