package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/internal/cli"
	"tumble/physics/scenes"
)

func newScenes() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "scenes",
		Short:   "List the scenes: name, category, one line",
		Example: "  sandbox scenes\n  sandbox scenes --json",
		Args:    cli.Takes(0, 0),
		RunE: cli.Failing(func(cmd *cobra.Command, _ []string) error {
			return listScenes(cmd.OutOrStdout(), asJSON)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON array")
	return cmd
}

func listScenes(out io.Writer, asJSON bool) error {
	type entry struct {
		Name     string `json:"name"`
		Category string `json:"category"`
		Text     string `json:"text"`
		Hertz    int    `json:"hertz"`
		Steps    int    `json:"steps"`
	}
	var all []entry
	for _, s := range scenes.All() {
		all = append(all, entry{s.Name, s.Category, s.Text, s.Rate(), s.Steps})
	}
	if asJSON {
		return cli.WriteJSON(out, all)
	}
	table := cli.NewTable(out)
	for _, e := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\n", e.Name, e.Category, e.Text)
	}
	return table.Flush()
}

//go:generate sh -c "go run . params box --markdown >../../docs/settings.md"

func newParams() *cobra.Command {
	var asJSON, markdown bool
	cmd := &cobra.Command{
		Use:     "params [SCENE]",
		Short:   "List every parameter: key, range, default, explanation",
		Example: "  sandbox params\n  sandbox params pyramid210",
		Args:    cli.Takes(0, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			s, err := cli.FindScene(cli.SceneNamed(args))
			if err != nil {
				return err
			}
			r := param.NewConfig(s).Registry()
			if markdown {
				return describeParams(cmd.OutOrStdout(), r)
			}
			return listParams(cmd.OutOrStdout(), r, asJSON)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON array")
	cmd.Flags().BoolVar(&markdown, "markdown", false, "write a page of documentation")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	return cmd
}

// describeParams writes docs/settings.md.
func describeParams(out io.Writer, r *param.Registry) error {
	const head = `# Settings

<!-- written by go generate ./cmd/sandbox; do not edit -->

Every parameter of a world, of its material and of the loop. Set them with ` + "`--set key=value`" + `, in the panel
Parameters of the window, in presets and in the settings of scene files. A scene may have other defaults, and parameters
of its own: ` + "`sandbox params SCENE`" + ` lists both.
`
	if _, err := io.WriteString(out, head); err != nil {
		return err
	}
	return r.WriteMarkdown(out)
}

func listParams(out io.Writer, r *param.Registry, asJSON bool) error {
	type entry struct {
		Key     string `json:"key"`
		Kind    string `json:"kind"`
		Unit    string `json:"unit,omitempty"`
		Range   string `json:"range"`
		Default string `json:"default"`
		Restart bool   `json:"restart,omitempty"`
		Text    string `json:"text"`
	}
	var all []entry
	for _, p := range r.All() {
		all = append(all, entry{p.Key, p.Kind.String(), p.Unit, p.Range(), p.Format(p.Default), p.Restart, p.Text})
	}
	if asJSON {
		return cli.WriteJSON(out, all)
	}
	table := cli.NewTable(out)
	fmt.Fprintln(table, "KEY\tRANGE\tDEFAULT\tCHANGES\tWHAT IT IS")
	for _, e := range all {
		changes := "live"
		if e.Restart {
			changes = "on restart"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", e.Key, e.Range, e.Default, changes, e.Text)
	}
	return table.Flush()
}
