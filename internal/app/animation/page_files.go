//go:build !js

package animation

import "embed"

//go:embed page three/three.min.js
var pageFiles embed.FS

// pageFile is a part of every page.
func pageFile(name string) ([]byte, error) { return pageFiles.ReadFile(name) }
