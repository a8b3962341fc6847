package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	in := flag.String("in", "settings.go", "file with the declaration of Settings")
	out := flag.String("out", "settings_generated.go", "file to write")
	flag.Parse()
	if err := run(*in, *out); err != nil {
		fmt.Fprintln(os.Stderr, "settingsgen:", err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	source, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	text, err := generate(in, source)
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}
