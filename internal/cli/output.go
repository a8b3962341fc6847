package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"tumble/internal/wholefile"
)

// OutputError gives the error of an output that cannot be written its exit code.
func OutputError(err error) error {
	var e *Error
	if err == nil || errors.As(err, &e) {
		return err
	}
	return &Error{ExitOutput, err}
}

// CreateOutput begins the file of an output, which replaces an old one when it is closed.
func CreateOutput(path string) (*wholefile.File, error) {
	file, err := wholefile.Begin(path)
	return file, OutputError(err)
}

// Writable refuses an output whose folder takes no file, before the work for it begins. Empty names are no output.
func Writable(path string) error {
	if path == "" || path == "-" || isDevice(path) {
		return nil
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".tumble-probe-*")
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return Exit(ExitOutput, "%s cannot be written: %w", path, err)
	}
	return OutputError(errors.Join(probe.Close(), os.Remove(probe.Name())))
}

// NamedFile is a file that the command line names.
type NamedFile struct{ Flag, Path string }

// DistinctFiles refuses command lines that would write two outputs to one file or to the standard output, or an output
// over an input. Names of no file and other devices are left alone.
func DistinctFiles(inputs, outputs []NamedFile) error {
	known := make([]NamedFile, 0, len(inputs)+len(outputs))
	for _, f := range inputs {
		if IsFile(f.Path) {
			known = append(known, f)
		}
	}
	standard := ""
	for _, f := range outputs {
		if isStandardOutput(f.Path) {
			if standard != "" {
				return Exit(ExitUsage, "only one output can go to the standard output: %s and %s do", standard, f.Flag)
			}
			standard = f.Flag
			continue
		}
		if f.Path == "" || isDevice(f.Path) {
			continue
		}
		for _, k := range known {
			if sameFile(k.Path, f.Path) {
				return Exit(ExitUsage, "%s and %s both name the file %s", k.Flag, f.Flag, f.Path)
			}
		}
		known = append(known, f)
	}
	return nil
}

func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// isStandardOutput reports whether a name leads to where the standard output leads: "-", /dev/stdout, or the file that
// it is redirected to. The null device is no output.
func isStandardOutput(path string) bool {
	if path == "-" {
		return true
	}
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	standard, err := os.Stdout.Stat()
	if err != nil || !os.SameFile(info, standard) {
		return false
	}
	nothing, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, nothing)
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
	return errA != nil && errB != nil && Resolve(a) == Resolve(b)
}

// Resolve is the absolute name of the file that a path leads to, in a folder without links.
func Resolve(path string) string {
	path = wholefile.Target(path)
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return filepath.Clean(path)
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	return filepath.Join(folder, filepath.Base(path))
}
