package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// mentioned finds commands of the program in a page: in code within a sentence, and lines of blocks of code.
var mentioned = regexp.MustCompile("(?m)(?:`|^(?: {4}|\\$ |))(?:bin/)?sandbox ([^`\n]*)")

// TestDocsNameFlags holds that every command of the program that a page mentions exists and has the flags that stand
// with it, also where it cannot be executed because it has names like SCENE in it.
func TestDocsNameFlags(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md", "../../CHANGELOG.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mentioned.FindAllStringSubmatch(strings.ReplaceAll(string(text), "\\\n", " "), -1) {
			line, _, _ := strings.Cut(m[1], " #")
			words := strings.Fields(line)
			root := newRoot(io.Discard, io.Discard)
			cmd, rest, err := root.Find(words)
			if err != nil || cmd == root && len(words) > 0 && !strings.HasPrefix(words[0], "--") {
				t.Errorf("%s: sandbox %s: there is no such command", filepath.Base(page), line)
				continue
			}
			count++
			checkFlags(t, filepath.Base(page)+": sandbox "+line, cmd, rest)
		}
	}
	if count < 100 {
		t.Errorf("only %d commands were found", count)
	}
}

// checkFlags holds that a command has the flags among these words, up to a pipe, the next command, or those of another
// program.
func checkFlags(t *testing.T, where string, cmd *cobra.Command, words []string) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	cmd.InheritedFlags()
	for _, word := range words {
		if word == "|" || word == "&&" || word == "--" {
			return
		}
		name, ok := strings.CutPrefix(strings.Trim(word, "[]"), "--")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(name, "=")
		name = strings.TrimRight(name, ",.;)")
		if cmd.Flags().Lookup(name) == nil {
			t.Errorf("%s: %s has no flag --%s", where, cmd.Name(), name)
		}
	}
}
