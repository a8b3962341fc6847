package userfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"tumble/engine/inputfile"
	"tumble/internal/wholefile"
)

// MaxSize (bytes) is the largest file that Read reads.
const MaxSize = 1 << 20

// Write writes a value as TOML, whole or not at all, and makes the folder of the file.
func Write(path string, v any) error {
	data, err := Encode(v)
	if err != nil {
		return fmt.Errorf("app: saving %s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("app: saving %s: %w", path, err)
	}
	err = wholefile.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return fmt.Errorf("app: %w", err)
	}
	return nil
}

// Read reads a TOML file into v. A key that v does not have is an error.
func Read(path string, v any) error {
	data, err := inputfile.Read(path, MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("app: %w", err)
	}
	if err == nil {
		err = Decode(data, v)
	}
	if err != nil {
		return fmt.Errorf("app: reading %s: %w", path, err)
	}
	return nil
}

// Encode is a value as TOML.
func Encode(v any) ([]byte, error) { return toml.Marshal(v) }

// Decode reads TOML into v. A key that v does not have is an error.
func Decode(data []byte, v any) error {
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(v)
	if strict := (*toml.StrictMissingError)(nil); errors.As(err, &strict) {
		return fmt.Errorf("unknown key %s", strings.Join(strict.Errors[0].Key(), "."))
	}
	return err
}

// Folder is the folder of the presets and settings of this user: $XDG_CONFIG_HOME/tumble, or its equivalent
// on this system; empty if there is no such place.
func Folder() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "tumble")
}

// State is the folder of files that nobody asked for, as journals: $XDG_STATE_HOME/tumble, or its equivalent on this
// system; empty if there is no such place.
func State() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tumble")
	}
	switch runtime.GOOS {
	case "windows", "darwin":
		dir, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		return filepath.Join(dir, "tumble")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".local", "state", "tumble")
}

// Output is the folder for files that a user asks for in the window: Tumble in the home folder, empty if there is none.
func Output() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, "Tumble")
}

// Cache is the folder of files that the program can make again, as thumbnails: $XDG_CACHE_HOME/tumble, or its
// equivalent on this system; empty if there is no such place.
func Cache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "tumble")
}
