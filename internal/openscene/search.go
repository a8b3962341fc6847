package openscene

import (
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tumble/engine/inputfile"
)

// maxAbove is how many folders above a scene are searched for its package.
const maxAbove = 8

// folder is a folder that files may be read from, with everything below it.
type folder struct {
	root *os.Root
	dir  string
}

// search finds the files that a scene names: in its own folder, in the ROS package around it, and in
// packages that were chosen by name. Every file is opened through an os.Root, which refuses everything
// outside of the folder, links included.
type search struct {
	scene    folder
	inside   string // the folder of the scene within the package, "." without one
	around   *folder
	aroundID string // name in package.xml
	chosen   map[string]string
	opened   []*os.Root
}

// newSearch opens the folders around a scene file.
func newSearch(scenePath string, packages map[string]string) (*search, error) {
	s := &search{scene: folder{dir: filepath.Dir(scenePath)}, inside: ".", chosen: packages}
	var err error
	if s.scene.root, err = s.open(s.scene.dir); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(s.scene.dir)
	if err != nil {
		return s, nil
	}
	for dir, n := abs, 0; n < maxAbove; n++ {
		if id, ok := packageName(dir); ok {
			inside, err := filepath.Rel(dir, abs)
			if err != nil {
				break
			}
			root, err := s.open(dir)
			if err != nil {
				break
			}
			s.around, s.aroundID, s.inside = &folder{root, dir}, id, filepath.ToSlash(inside)
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return s, nil
}

func (s *search) open(dir string) (*os.Root, error) {
	root, err := os.OpenRoot(dir)
	if err == nil {
		s.opened = append(s.opened, root)
	}
	return root, err
}

func (s *search) close() {
	for _, r := range s.opened {
		r.Close()
	}
}

// maxManifest bounds a package.xml (bytes).
const maxManifest = 1 << 20

// packageName reads the name in the package.xml of a folder; ok is false without one.
func packageName(dir string) (string, bool) {
	file := filepath.Join(dir, "package.xml")
	data, err := inputfile.Read(file, maxManifest)
	if err != nil {
		return "", false
	}
	var manifest struct {
		Name string `xml:"name"`
	}
	if xml.Unmarshal(data, &manifest) != nil || strings.TrimSpace(manifest.Name) == "" {
		return filepath.Base(dir), true
	}
	return strings.TrimSpace(manifest.Name), true
}

// candidate is a place where a file may be.
type candidate struct {
	in   folder
	name string // slash-separated, within the folder
}

// candidates are the places of a file by its name in the scene: a package URI, or a path relative to
// the scene.
func (s *search) candidates(name string) ([]candidate, error) {
	if strings.ContainsAny(name, "\\\x00") || strings.HasPrefix(name, "/") || name == "" {
		return nil, fmt.Errorf("%q: only files beside or below the scene, or in its package, are read", name)
	}
	for _, scheme := range []string{"package://", "model://"} {
		if rest, ok := strings.CutPrefix(name, scheme); ok {
			return s.inPackage(rest)
		}
	}
	name = strings.TrimPrefix(name, "file://")
	if strings.Contains(name, ":") || strings.HasPrefix(name, "/") {
		return nil, fmt.Errorf("%q: only files beside or below the scene, or in its package, are read", name)
	}
	if clean := path.Clean(name); local(clean) {
		return []candidate{{s.scene, clean}}, nil
	}
	if s.around != nil {
		if clean := path.Join(s.inside, name); local(clean) {
			return []candidate{{*s.around, clean}}, nil
		}
	}
	if list := s.inChosen(name); len(list) > 0 {
		return list, nil
	}
	return nil, fmt.Errorf("%q leads out of the folder of the scene and of its package; --package NAME=DIR adds a folder", name)
}

// inChosen are the places of a path that leads upwards, in the chosen folders around the scene.
func (s *search) inChosen(name string) []candidate {
	var list []candidate
	at, err := filepath.Abs(s.scene.dir)
	if err != nil {
		return nil
	}
	abs := filepath.Join(at, filepath.FromSlash(name))
	for _, id := range slices.Sorted(maps.Keys(s.chosen)) {
		dir, err := filepath.Abs(s.chosen[id])
		if err != nil {
			continue
		}
		if scene, err := filepath.Rel(dir, at); err != nil || !filepath.IsLocal(scene) {
			continue
		}
		inside, err := filepath.Rel(dir, abs)
		if err != nil || !local(filepath.ToSlash(inside)) {
			continue
		}
		if root, err := s.open(dir); err == nil {
			list = append(list, candidate{folder{root, dir}, filepath.ToSlash(inside)})
		}
	}
	return list
}

// local reports whether a cleaned path stays inside of its folder.
func local(clean string) bool { return filepath.IsLocal(filepath.FromSlash(clean)) && clean != "." }

// inPackage are the places of a file in a package.
func (s *search) inPackage(uri string) ([]candidate, error) {
	id, rest, _ := strings.Cut(uri, "/")
	rest = path.Clean(rest)
	if !local(rest) || strings.Contains(rest, ":") {
		return nil, fmt.Errorf("%q leads out of its package", uri)
	}
	if dir, ok := s.chosen[id]; ok {
		root, err := s.open(dir)
		if err != nil {
			return nil, err
		}
		return []candidate{{folder{root, dir}, rest}}, nil
	}
	var list []candidate
	if s.around != nil && (id == s.aroundID || id == filepath.Base(s.around.dir)) {
		list = append(list, candidate{*s.around, rest})
	}
	// a model is the folder of its name: without this, one that is not there would be the one that includes it
	if ext := path.Ext(rest); ext != ".sdf" && ext != ".config" || s.isScene(id) {
		list = append(list, candidate{s.scene, rest})
	}
	if both := path.Join(id, rest); local(both) {
		list = append(list, candidate{s.scene, both})
		if s.around != nil {
			list = append(list, candidate{*s.around, both})
		}
	}
	return list, nil
}

// isScene reports whether the folder of the scene has a name.
func (s *search) isScene(name string) bool {
	abs, err := filepath.Abs(s.scene.dir)
	return err == nil && filepath.Base(abs) == name
}
