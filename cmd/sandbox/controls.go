package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tumble/internal/app/command"
	"tumble/internal/cli"
)

//go:generate sh -c "go run . controls --markdown >../../docs/controls.md"

func newControls() *cobra.Command {
	var asJSON, markdown bool
	cmd := &cobra.Command{
		Use:     "controls",
		Short:   "List every command of the window: key, menu, explanation",
		Example: "  sandbox controls\n  sandbox controls --json",
		Args:    cli.Takes(0, 0),
		RunE: cli.Failing(func(cmd *cobra.Command, _ []string) error {
			switch out := cmd.OutOrStdout(); {
			case asJSON:
				return cli.WriteJSON(out, controls())
			case markdown:
				return describeControls(out)
			default:
				table := cli.NewTable(out)
				fmt.Fprintln(table, "NAME\tKEYS\tMENU\tWHAT IT DOES")
				for _, c := range controls() {
					fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", c.Name, strings.Join(c.Keys, ", "), c.Menu, c.Text)
				}
				return table.Flush()
			}
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON array")
	cmd.Flags().BoolVar(&markdown, "markdown", false, "write a page of documentation")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	return cmd
}

// control is a command of the window as it is listed.
type control struct {
	Name string   `json:"name"`
	Keys []string `json:"keys"`
	Menu string   `json:"menu,omitempty"`
	Text string   `json:"text"`

	group string
}

// controls are the commands of the window by their groups, as on the help screen.
func controls() (list []control) {
	for _, c := range command.ByGroup() {
		entry := control{Name: c.Name, Text: c.Help, group: c.Group, Keys: []string{}}
		for _, k := range c.Keys {
			entry.Keys = append(entry.Keys, k.String())
		}
		if len(c.Slots) > 0 {
			entry.Menu = menuOf(c.Slots[0].Menu) + " › " + c.Label
		}
		if entry.Text == "" {
			entry.Text = strings.ReplaceAll(c.Name, "-", " ")
		}
		list = append(list, entry)
	}
	return list
}

// menuOf names a menu as the window shows it: the list of switches called Draw is in the panel Display.
func menuOf(name string) string {
	if name == "Draw" {
		return "panel Display"
	}
	return name
}

// describeControls writes docs/controls.md.
func describeControls(out io.Writer) error {
	b := &strings.Builder{}
	b.WriteString("# Keys, mouse and menus\n\n<!-- written by go generate ./cmd/sandbox; do not edit -->\n\n" +
		"Every command can be found by typing: `Ctrl+P` opens the palette, which also finds parameters, scenes and bodies. Keys are\n" +
		"named by their labels; the keys for flying lie where a US keyboard has them. Pictures, scenes and profiles go to the folder\n" +
		"`Tumble` in the home folder, or to that of `--output` or of `output` in the settings.\n\n" +
		"Other keys stand in the settings, `settings.toml` in the folder `tumble` of your configuration, by the names of the commands\n" +
		"that `sandbox controls` prints. Keys that are taken from another command are told when the program starts:\n\n" +
		"```toml\n[keys]\nundo = [\"Alt+Backspace\"]\npause = [\"K\", \"Pause\"]\nexplode = []\n```\n\n## Mouse\n\n| Button | Does |\n|---|---|\n")
	for _, m := range command.MouseHelp {
		fmt.Fprintf(b, "| %s | %s |\n", m[0], m[1])
	}
	list := controls()
	for i, c := range list {
		if i == 0 || c.group != list[i-1].group {
			fmt.Fprintf(b, "\n## %s\n\n| Keys | Menu | Does |\n|---|---|---|\n", c.group)
		}
		keys := ""
		if len(c.Keys) > 0 {
			keys = "`" + strings.Join(c.Keys, "`, `") + "`"
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", keys, c.Menu, c.Text)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
