package param

import (
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the parameters as tables, one for each heading, and the list of former keys. Those
// of the scene are left out.
func (r *Registry) WriteMarkdown(w io.Writer) error {
	b := &strings.Builder{}
	var old []string
	for _, heading := range Headings {
		begun := false
		for _, p := range r.params {
			if p.Heading != heading || heading == "Scene" {
				continue
			}
			if !begun {
				fmt.Fprintf(b, "\n## %s\n\n| Key | Range | Default | Meaning |\n|---|---|---|---|\n", heading)
				begun = true
			}
			text := p.Text
			if p.Restart {
				text += " Takes effect on restart."
			}
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", p.Key, p.Range(), p.Format(p.Default), text)
			for _, k := range p.Old {
				old = append(old, fmt.Sprintf("| `%s` | `%s` |\n", k, p.Key))
			}
		}
	}
	if len(old) > 0 {
		fmt.Fprintf(b, "\n## Former keys\n\nFiles and `--set` may still use these.\n\n| Then | Now |\n|---|---|\n%s",
			strings.Join(old, ""))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
