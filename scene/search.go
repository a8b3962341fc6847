package scene

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tumble/scene/model"
)

// maxAbove is how many folders above a scene are searched for marks.
const maxAbove = 12

// folder is a folder that files may be read from, with everything below it.
type folder struct {
	root *os.Root
	dir  string
}

// search finds the files that a scene names: in its own folder, in the ROS package, the Gazebo model or the repository
// around it, and in packages that were chosen by name. Every file is opened through an os.Root, which refuses
// everything
// outside of the folder, links included.
type search struct {
	scene     folder
	around    []folder // with a mark, from the nearest one outwards
	abs       string   // of the folder of the scene, empty where it is not known
	aroundID  string   // name in the nearest package.xml
	pack      *folder  // that has it
	chosen    map[string]string
	libraries []string // folders of models, by the environment
	opened    []*os.Root
}

// marks are the files and folders that tell the root of a ROS package, of a Gazebo model, and of a repository.
const (
	packageMark    = "package.xml"
	modelMark      = "model.config"
	repositoryMark = ".git"
)

// libraryVariables name lists of folders with models.
var libraryVariables = []string{"GZ_SIM_RESOURCE_PATH", "SDF_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH"}

// newSearch opens the folders around a scene file.
func newSearch(scenePath string, packages map[string]string) (*search, error) {
	s := &search{scene: folder{dir: filepath.Dir(scenePath)}, chosen: packages}
	for _, name := range libraryVariables {
		s.libraries = append(s.libraries, filepath.SplitList(os.Getenv(name))...)
	}
	var err error
	if s.scene.root, err = s.open(s.scene.dir); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(s.scene.dir)
	if err != nil {
		return s, nil
	}
	s.abs = abs
	for dir, n := abs, 0; n < maxAbove && !common(dir); n++ {
		id, isPackage := packageName(dir)
		isRepository := exists(dir, repositoryMark)
		if isPackage || isRepository || exists(dir, modelMark) {
			if root, err := s.open(dir); err == nil {
				s.around = append(s.around, folder{root, dir})
				if isPackage && s.pack == nil {
					s.pack, s.aroundID = &folder{root, dir}, id
				}
			}
		}
		if isRepository {
			break
		}
		dir = filepath.Dir(dir)
	}
	return s, nil
}

// common reports whether a folder is one that everything lies in: the root of the file system, the home folder, or
// one around that.
func common(dir string) bool {
	if filepath.Dir(dir) == dir {
		return true
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return false
	}
	inside, err := filepath.Rel(dir, home)
	return err == nil && filepath.IsLocal(inside)
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
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
	for _, f := range s.around {
		if inside, err := filepath.Rel(f.dir, filepath.Join(s.abs, filepath.FromSlash(name))); err == nil &&
			filepath.IsLocal(inside) {
			return []candidate{{f, filepath.ToSlash(inside)}}, nil
		}
	}
	if list := s.inChosen(name); len(list) > 0 {
		return list, nil
	}
	return nil, s.outside(name)
}

// outside is the error about a path that leads out of all folders.
func (s *search) outside(name string) error {
	around := "no package.xml, model.config or .git is around it"
	if n := len(s.around); n > 0 {
		around = "that is " + s.around[n-1].dir
	}
	above := strings.Repeat("../", strings.Count(path.Clean(name), "../"))
	text := fmt.Sprintf("%q leads out of the folders of the scene (%s); --package NAME=DIR adds one", name, around)
	return &model.Cause{Key: above, Text: text}
}

// inChosen are the places of a path that leads upwards, in the chosen folders around the scene.
func (s *search) inChosen(name string) []candidate {
	var list []candidate
	at := s.abs
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

// inPackage are the places of a file in a package or model.
func (s *search) inPackage(uri string) ([]candidate, error) {
	id, rest, _ := strings.Cut(path.Clean(uri), "/")
	if rest == "" || !local(id) || strings.Contains(rest, ":") {
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
	if s.pack != nil && (id == s.aroundID || id == filepath.Base(s.pack.dir)) {
		list = append(list, candidate{*s.pack, rest})
	}
	// a model is the folder of its name: without this, the name of a missing model would lead to the model that
	// includes it
	if ext := path.Ext(rest); ext != ".sdf" && ext != ".config" || s.isScene(id) {
		list = append(list, candidate{s.scene, rest})
	}
	both := id + "/" + rest
	list = append(list, candidate{s.scene, both})
	for _, f := range s.around {
		list = append(list, candidate{f, both}, candidate{f, "models/" + both})
	}
	for _, dir := range s.besides(id) {
		if root, err := s.open(dir); err == nil {
			list = append(list, candidate{folder{root, dir}, rest})
		}
	}
	return list, nil
}

// besides are the folders of a package or model by its name: beside those around the scene, and in the folders that the
// environment names. A folder beside one with a mark must have a mark itself.
func (s *search) besides(id string) []string {
	var list []string
	for _, f := range s.around {
		dir := filepath.Join(filepath.Dir(f.dir), id)
		info, err := os.Lstat(dir)
		if err == nil && info.IsDir() && (exists(dir, modelMark) || exists(dir, packageMark)) {
			list = append(list, dir)
		}
	}
	for _, library := range s.libraries {
		if dir := filepath.Join(library, id); library != "" && exists(dir, ".") {
			list = append(list, dir)
		}
	}
	return list
}

// isScene reports whether the folder of the scene has a name.
func (s *search) isScene(name string) bool { return s.abs != "" && filepath.Base(s.abs) == name }
