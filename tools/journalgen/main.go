package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// The files that are written, below the folder of package physics.
const (
	codesFile = "internal/journal/codes_generated.go"
	callsFile = "calls_generated.go"
	codecFile = "call_codec_generated.go"
)

func main() {
	dir := flag.String("dir", ".", "folder of package physics")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "journalgen:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	files, err := generate(dir)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the files by their names.
func generate(dir string) (map[string][]byte, error) {
	calls, forms, err := findCalls(dir)
	if err != nil {
		return nil, err
	}
	before, err := os.ReadFile(filepath.Join(dir, codesFile))
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	c := newCodec()
	if err := signCalls(calls, c); err != nil {
		return nil, err
	}
	codes, err := number(calls, string(before))
	if err != nil {
		return nil, err
	}
	wrappers, err := writeCalls(calls, c)
	if err != nil {
		return nil, err
	}
	if err := c.geometry(forms); err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for name, text := range map[string]string{codesFile: writeCodes(codes), callsFile: wrappers, codecFile: c.file()} {
		if files[name], err = pretty(name, text); err != nil {
			return nil, err
		}
	}
	return files, nil
}
