package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tumble/internal/cli"
)

// exitCodes explains how the program ends, for the manual page.
var exitCodes = [][2]string{
	{"0", "fine"},
	{"1", "an assertion asked for on the command line failed, or the work could not be done"},
	{"64", "wrong usage"},
	{"65", "invalid input file"},
	{"69", "no display or no usable OpenGL"},
	{"70", "a body was quarantined under --assert-finite"},
	{"71", "the display driver hung at shutdown"},
	{"73", "an output could not be written, or nobody reads the standard output"},
	{"75", "a limit was hit"},
	{"129, 130, 143", "hung up, interrupted, terminated; everything was saved first"},
}

// newMan is the command that packages are made with.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Write the manual page",
		Example: "  sandbox man | man -l -",
		Args:    cli.Takes(0, 0),
		Hidden:  true,
		RunE: cli.Failing(func(cmd *cobra.Command, _ []string) error {
			return writeMan(cmd.OutOrStdout(), cmd.Root())
		}),
	}
}

// writeMan writes the manual page of the program in the macros of man(7). It has no date, so that two builds of one
// version have the same bytes.
func writeMan(w io.Writer, root *cobra.Command) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, ".TH SANDBOX 1 \"\" %q \"Tumble\"\n", readVersion().Version)
	fmt.Fprintf(out, ".SH NAME\nsandbox \\- %s\n", roff(strings.TrimPrefix(root.Short, "Tumble: ")))
	fmt.Fprintf(out, ".SH SYNOPSIS\n.B sandbox\n[COMMAND] [ARGUMENT]... [FLAG]...\n")
	fmt.Fprint(
		out,
		".SH DESCRIPTION\nWithout a command the window opens. "+
			"All commands but run and shot need neither a display nor OpenGL.\n")
	fmt.Fprint(out, ".SH COMMANDS\n")
	for _, c := range root.Commands() {
		if !c.IsAvailableCommand() || c.Name() == "help" {
			continue
		}
		text := c.Long
		if text == "" {
			text = c.Short
		}
		c.InitDefaultHelpFlag()
		fmt.Fprintf(out, ".SS %s\n.B sandbox %s\n.PP\n%s\n", roff(c.Name()), roff(c.Use), roff(text))
		c.Flags().VisitAll(func(f *pflag.Flag) { manFlag(out, f) })
		if c.Example != "" {
			fmt.Fprintf(out, ".PP\nExamples:\n.PP\n.nf\n%s\n.fi\n", roff(c.Example))
		}
	}
	fmt.Fprint(out, ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nhas nothing to do: the program prints no colours.\n"+
		".TP\n.B TUMBLE_SHADERS\nfolder of shaders to work on, compiled again when they change.\n")
	fmt.Fprint(out, ".SH EXIT STATUS\n")
	for _, code := range exitCodes {
		fmt.Fprintf(out, ".TP\n.B %s\n%s\n", code[0], roff(code[1]))
	}
	return out.Flush()
}

// manFlag writes one flag.
func manFlag(out io.Writer, f *pflag.Flag) {
	if f.Hidden {
		return
	}
	kind, text := pflag.UnquoteUsage(f)
	name := "\\-\\-" + roff(f.Name)
	if f.Shorthand != "" {
		name = "\\-" + f.Shorthand + ", " + name
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" {
		text += " (default " + f.DefValue + ")"
	}
	fmt.Fprintf(out, ".TP\n.B %s %s\n%s\n", name, roff(kind), roff(text))
}

// roff escapes the characters that mean something to troff: backslashes, hyphens that must stay hyphens, and dots and
// quotes at the beginning of a line.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
