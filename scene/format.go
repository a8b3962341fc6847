package scene

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"tumble/scene/gltf"
	"tumble/scene/internal/xmlscene"
)

// extensions are the formats by the ending of the file name.
var extensions = []string{".gltf", ".glb", ".urdf", ".sdf", ".world", ".xml", ".mjcf", ".usda", ".usd", ".usdz"}

// Endings are those of the names of scene files.
func Endings() []string { return slices.Clone(extensions) }

// extensionOf is the ending of a file name in lower case.
func extensionOf(path string) string { return strings.ToLower(filepath.Ext(path)) }

// IsFile reports whether a name is that of a scene file, by its ending.
func IsFile(name string) bool { return slices.Contains(extensions, extensionOf(name)) }

// unknown is the error about a name that is not that of a scene file.
func unknown(name string) error {
	if extensionOf(name) == ".usdc" {
		return fmt.Errorf("%w: %s: a binary USD file: save it as text (.usda), for example with usdcat", ErrFile, name)
	}
	return fmt.Errorf("%w: %s: the name must end in %s", ErrFile, name, strings.Join(extensions, ", "))
}

// saved are the formats that scenes are written in.
var saved = []string{".gltf", ".glb", ".urdf", ".xml", ".mjcf"}

// SavedEndings are those of the names of the files that scenes are saved in, the first one that of the format that
// keeps everything.
func SavedEndings() []string { return slices.Clone(saved) }

// CanSave reports whether a file name is that of a format that scenes are saved in.
func CanSave(path string) bool { return slices.Contains(saved, extensionOf(path)) }

// keepsAll reports whether a file name is that of a format in which nothing is lost: glTF.
func keepsAll(path string) bool {
	ext := extensionOf(path)
	return ext == ".gltf" || ext == ".glb"
}

// maxBytes bounds a file of a format (bytes) by its name and its first bytes. A text costs about ten
// times its size in memory, a binary file little more than its size.
func maxBytes(path string, head []byte) int64 {
	switch ext := extensionOf(path); {
	case ext == ".glb" && string(head) == "glTF":
		return gltf.MaxFile
	case ext == ".glb" || ext == ".gltf":
		return gltf.MaxText
	}
	return xmlscene.MaxFile
}
