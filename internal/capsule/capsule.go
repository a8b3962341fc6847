package capsule

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tumble/engine/inputfile"
)

// Version is that of the format.
const Version = 1

// Extension ends the names of capsules.
const Extension = ".capsule"

// ErrCapsule is wrapped by errors about the contents of a capsule.
var ErrCapsule = errors.New("bad capsule")

// Manifest says what a capsule holds.
type Manifest struct {
	// Version is that of the format, Program what wrote it.
	Version int    `json:"version"`
	Program string `json:"program"`
	// Scene is the name of the scene, or the name of its file in the folder scene of the capsule.
	Scene     string `json:"scene"`
	SceneFile string `json:"scene_file,omitempty"`
	// Step and Time (s) are the moment, Hertz the steps a second.
	Step  uint64  `json:"step"`
	Time  float64 `json:"time"`
	Hertz int     `json:"hertz"`
	// Digest is that of the world at the moment.
	Digest string `json:"digest"`
	Camera Camera `json:"camera"`
	// Selected is the name of the body that was selected, Note what the user wrote.
	Selected string `json:"selected,omitempty"`
	Note     string `json:"note,omitempty"`
}

// Camera is where the eye was: it looks at Pivot (m) from Distance (m), at Yaw and Pitch (rad).
type Camera struct {
	Pivot    [3]float32 `json:"pivot"`
	Yaw      float32    `json:"yaw"`
	Pitch    float32    `json:"pitch"`
	Distance float32    `json:"distance"`
}

// Capsule is the content of a capsule.
type Capsule struct {
	Manifest
	// Moment is a recording that begins at the moment, Journal the one up to it, empty for none.
	Moment, Journal []byte
	// Preset has the changed parameters as TOML, Picture is a PNG, empty for none.
	Preset, Picture []byte
	// Files are the files of the scene by their names in its folder, with slashes.
	Files map[string][]byte
}

// The entries of the archive.
const (
	entryManifest = "capsule.json"
	entryMoment   = "moment.tumble"
	entryJournal  = "journal.tumble"
	entryPreset   = "parameters.toml"
	entryPicture  = "picture.png"
	folderScene   = "scene/"
)

// The limits of a capsule that is read (bytes, files): what is larger is refused before it is unpacked.
const (
	mostManifest = 1 << 20
	mostEntry    = 1 << 30
	mostTogether = 2 << 30
	mostFiles    = 1024
)

// Write writes a capsule. Recordings are compressed already and are stored.
func (c *Capsule) Write(w io.Writer) error {
	c.Manifest.Version = Version
	manifest, err := json.MarshalIndent(&c.Manifest, "", "  ")
	if err != nil {
		return fmt.Errorf("capsule: %w", err)
	}
	z := zip.NewWriter(w)
	add := func(name string, data []byte) {
		if err != nil || len(data) == 0 {
			return
		}
		var out io.Writer
		if out, err = z.Create(name); err == nil {
			_, err = out.Write(data)
		}
	}
	add(entryManifest, manifest)
	add(entryMoment, c.Moment)
	add(entryJournal, c.Journal)
	add(entryPreset, c.Preset)
	add(entryPicture, c.Picture)
	var names []string
	for name := range c.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		add(folderScene+name, c.Files[name])
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return fmt.Errorf("capsule: %w", err)
	}
	return nil
}

// Open reads the capsule in a file. Errors about its contents wrap ErrCapsule.
func Open(name string) (*Capsule, error) {
	f, err := inputfile.Open(name)
	if errors.Is(err, inputfile.ErrNotRegular) {
		return nil, fmt.Errorf("%w: %w", ErrCapsule, err)
	}
	if err != nil {
		return nil, fmt.Errorf("capsule: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("capsule: %w", err)
	}
	c, err := Read(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// Read reads a capsule of a size. Errors wrap ErrCapsule.
func Read(r io.ReaderAt, size int64) (*Capsule, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%w: it is no zip archive: %v", ErrCapsule, err)
	}
	if len(z.File) > mostFiles {
		return nil, fmt.Errorf("%w: %d entries, at most %d are read", ErrCapsule, len(z.File), mostFiles)
	}
	entries, err := unpack(z)
	if err != nil {
		return nil, err
	}
	c := &Capsule{Moment: entries[entryMoment], Journal: entries[entryJournal], Preset: entries[entryPreset],
		Picture: entries[entryPicture]}
	manifest := entries[entryManifest]
	switch {
	case manifest == nil:
		return nil, fmt.Errorf("%w: it has no %s", ErrCapsule, entryManifest)
	case len(manifest) > mostManifest:
		return nil, fmt.Errorf("%w: %s has %d bytes, at most %d are read", ErrCapsule, entryManifest, len(manifest),
			mostManifest)
	}
	if err := json.Unmarshal(manifest, &c.Manifest); err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrCapsule, entryManifest, err)
	}
	for name, data := range entries {
		if file, ok := strings.CutPrefix(name, folderScene); ok {
			if c.Files == nil {
				c.Files = map[string][]byte{}
			}
			c.Files[file] = data
		}
	}
	return c, c.check()
}

// unpack reads the entries of an archive within the limits.
func unpack(z *zip.Reader) (map[string][]byte, error) {
	entries, together := map[string][]byte{}, int64(0)
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		file, inScene := strings.CutPrefix(f.Name, folderScene)
		known := slices.Contains([]string{entryManifest, entryMoment, entryJournal, entryPreset, entryPicture}, f.Name)
		switch {
		case !known && !inScene:
			// written by a newer program
			continue
		case inScene && !local(file):
			return nil, fmt.Errorf("%w: the entry %q lies outside of its folder", ErrCapsule, f.Name)
		case !f.Mode().IsRegular():
			return nil, fmt.Errorf("%w: the entry %q is no file", ErrCapsule, f.Name)
		case entries[f.Name] != nil:
			return nil, fmt.Errorf("%w: the entry %q is there twice", ErrCapsule, f.Name)
		case f.UncompressedSize64 > mostEntry || together+int64(f.UncompressedSize64) > mostTogether:
			return nil, fmt.Errorf("%w: the entry %q unpacks to %d bytes, more than is read", ErrCapsule, f.Name,
				f.UncompressedSize64)
		}
		in, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%w: the entry %q: %v", ErrCapsule, f.Name, err)
		}
		// the size in the directory may lie: the buffer grows with the data that come
		data, err := io.ReadAll(io.LimitReader(in, int64(f.UncompressedSize64)+1))
		in.Close()
		if err == nil && uint64(len(data)) != f.UncompressedSize64 {
			err = errors.New("its size is not that of the directory")
		}
		if err != nil {
			return nil, fmt.Errorf("%w: the entry %q: %v", ErrCapsule, f.Name, err)
		}
		together += int64(len(data))
		if data == nil {
			data = []byte{}
		}
		entries[f.Name] = data
	}
	return entries, nil
}

// local reports whether the name of a file of the scene stays in its folder, on every system.
func local(name string) bool {
	return name != "" && !strings.ContainsAny(name, "\\:\x00") && path.Clean(name) == name &&
		filepath.IsLocal(filepath.FromSlash(name))
}

// check refuses what cannot be opened.
func (c *Capsule) check() error {
	switch {
	case c.Version < 1:
		return fmt.Errorf("%w: its version is %d", ErrCapsule, c.Version)
	case c.Version > Version:
		return fmt.Errorf("%w: its version is %d, this program reads %d: take a newer program", ErrCapsule, c.Version,
			Version)
	case len(c.Moment) == 0:
		return fmt.Errorf("%w: it has no %s", ErrCapsule, entryMoment)
	case c.Scene == "":
		return fmt.Errorf("%w: it names no scene", ErrCapsule)
	case c.Hertz < 1 || c.Hertz > 10000:
		return fmt.Errorf("%w: %d steps a second: must be 1 to 10000", ErrCapsule, c.Hertz)
	case c.SceneFile != "" && c.Files[c.SceneFile] == nil:
		return fmt.Errorf("%w: the file %q of its scene is missing", ErrCapsule, c.SceneFile)
	}
	return nil
}

// Extract writes the files of the scene into a folder and returns the path of the scene file; the name of the scene if
// that is no file.
func (c *Capsule) Extract(folder string) (scene string, err error) {
	if c.SceneFile == "" {
		return c.Scene, nil
	}
	for name, data := range c.Files {
		to := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return "", fmt.Errorf("capsule: %w", err)
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			return "", fmt.Errorf("capsule: %w", err)
		}
	}
	return filepath.Join(folder, filepath.FromSlash(c.SceneFile)), nil
}

// AddScene takes the file of the scene and those that it refers to into the capsule. Files outside of its folder are
// left out; the error names the first one.
func (c *Capsule) AddScene(scene string, beside []string) error {
	folder := filepath.Dir(scene)
	c.SceneFile, c.Files = filepath.Base(scene), map[string][]byte{}
	var first error
	for _, name := range append([]string{scene}, beside...) {
		rest, err := filepath.Rel(folder, name)
		if err != nil || !local(filepath.ToSlash(rest)) {
			if first == nil {
				first = fmt.Errorf("capsule: %s lies outside of the folder of the scene and is left out", name)
			}
			continue
		}
		data, err := inputfile.Read(name, mostEntry)
		if errors.Is(err, os.ErrNotExist) && name != scene {
			continue
		}
		if err != nil {
			return fmt.Errorf("capsule: %w", err)
		}
		c.Files[filepath.ToSlash(rest)] = data
	}
	return first
}

// Describe is one line about a capsule.
func (c *Capsule) Describe() string {
	b := &bytes.Buffer{}
	fmt.Fprintf(b, "scene %s, step %d (%.2f s at %d Hz)", c.Scene, c.Step, c.Time, c.Hertz)
	if c.Note != "" {
		fmt.Fprintf(b, ": %s", c.Note)
	}
	return b.String()
}
