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

	group   string
	sibling bool // the text of the command before says what this one does
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
			entry.Text, entry.sibling = strings.ReplaceAll(c.Name, "-", " "), true
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
		"`Ctrl+P` finds commands, parameters, scenes and bodies by typing. Keys are named by their labels; the keys\n" +
		"for flying lie where a US keyboard has them. Files go to the folder `Tumble` in the home folder, or to that of\n" +
		"`--output` or of `output` in the settings.\n\n" +
		"`settings.toml` in the folder `tumble` of your configuration can give commands other keys, by the names of\n" +
		"`sandbox controls`:\n\n" +
		"```toml\n[keys]\nundo = [\"Alt+Backspace\"]\npause = [\"K\", \"Pause\"]\nexplode = []\n```\n\n## Mouse\n\n| Button | Does |\n|---|---|\n")
	for _, m := range command.MouseHelp {
		fmt.Fprintf(b, "| %s | %s |\n", m[0], m[1])
	}
	group := ""
	for _, c := range controls() {
		if c.sibling {
			continue
		}
		if c.group != group {
			group = c.group
			fmt.Fprintf(b, "\n## %s\n\n| Keys | Menu | Does |\n|---|---|---|\n", group)
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
