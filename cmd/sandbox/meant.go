package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/physics/scenes"
)

// meant adds to an error about a mistyped name the known ones that it may have been.
func meant(err error, name string, known []string) error {
	const most = 5
	if near := param.Nearest(name, known, most); len(near) > 0 {
		return fmt.Errorf("%w; did you mean %s?", err, strings.Join(near, ", "))
	}
	return err
}

func sceneNames() []string {
	var names []string
	for _, s := range scenes.All() {
		names = append(names, s.Name)
	}
	return names
}

// noCommand refuses what stands where a command belongs.
func noCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return meant(fmt.Errorf("unknown command %q; sandbox --help lists them", args[0]), args[0], names)
}
