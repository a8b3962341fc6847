//go:build !js

package scene

import (
	"encoding/xml"
	"path/filepath"
	"strings"

	"tumble/engine/inputfile"
)

// maxManifest bounds a package.xml (bytes).
const maxManifest = 1 << 20

// packageName reads the name in the package.xml of a folder; ok is false without one.
func packageName(dir string) (string, bool) {
	file := filepath.Join(dir, packageMark)
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
