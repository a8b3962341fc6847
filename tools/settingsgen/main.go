package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dir := flag.String("dir", ".", "folder of package physics")
	solver := flag.String("solver", "tumble/physics/internal/solve", "package with the settings of the solver")
	flag.Parse()
	if err := run(*dir, *solver); err != nil {
		fmt.Fprintln(os.Stderr, "settingsgen:", err)
		os.Exit(1)
	}
}

// The declaration and what is written, below the folder of package physics.
const (
	declaration = "settings.go"
	tableFile   = "settings_generated.go"
	stateFile   = "internal/state/settings_generated.go"
)

func run(dir, solver string) error {
	source, err := os.ReadFile(filepath.Join(dir, declaration))
	if err != nil {
		return err
	}
	table, state, err := generate(declaration, source, solver)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, tableFile), table, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, stateFile), state, 0o644)
}
