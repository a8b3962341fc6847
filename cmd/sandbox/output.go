package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// outputError gives the error of an output that cannot be written its exit code.
func outputError(err error) error {
	var e *exitError
	if err == nil || errors.As(err, &e) {
		return err
	}
	return &exitError{exitOutput, err}
}

// createOutput makes the file of an output.
func createOutput(path string) (*os.File, error) {
	file, err := os.Create(path)
	return file, outputError(err)
}

// checkedWriter keeps the first error of its writes: those who print to it need not look.
type checkedWriter struct {
	io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

// namedFile is a file that the command line names.
type namedFile struct{ flag, path string }

// distinctFiles refuses command lines that would write two outputs to one file, or an output over
// an input. Names of no file and devices are left alone.
func distinctFiles(inputs, outputs []namedFile) error {
	known := make([]namedFile, 0, len(inputs)+len(outputs))
	for _, f := range inputs {
		if isFile(f.path) {
			known = append(known, f)
		}
	}
	for _, f := range outputs {
		if f.path == "" || f.path == "-" || isDevice(f.path) {
			continue
		}
		for _, k := range known {
			if sameFile(k.path, f.path) {
				return exitWith(exitUsage, "%s and %s both name the file %s", k.flag, f.flag, f.path)
			}
		}
		known = append(known, f)
	}
	return nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeDevice != 0
}

// sameFile reports whether two names lead to one file, which need not be there yet.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	return errA != nil && errB != nil && resolve(a) == resolve(b)
}

// resolve is the absolute name of a file in a folder without links.
func resolve(path string) string {
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return filepath.Clean(path)
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	return filepath.Join(folder, filepath.Base(path))
}
