package animation

import "errors"

// pageFile has nothing: the viewer that a page holds would be loaded with the program.
func pageFile(string) ([]byte, error) {
	return nil, errors.New("app: a browser writes runs as .glb only")
}
