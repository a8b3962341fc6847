package document

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"tumble/scene/model"
)

// resources reads the other files of a document and counts their bytes.
type resources struct {
	beside model.Beside
	total  int // bytes loaded so far
}

// Load returns the bytes that a URI names: data in the file itself, or a file beside it. Nothing is ever
// fetched from elsewhere.
func (d *resources) Load(uri string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(uri, "data:"); ok {
		head, body, ok := strings.Cut(rest, ",")
		if !ok || !strings.HasSuffix(head, ";base64") {
			return nil, errors.New("a data URI must be base64")
		}
		if err := d.take(base64.StdEncoding.DecodedLen(len(body))); err != nil {
			return nil, err
		}
		data, err := base64.StdEncoding.DecodeString(body)
		if err != nil {
			return nil, fmt.Errorf("the data URI: %w", err)
		}
		return data, nil
	}
	name, err := localName(uri)
	if err != nil {
		return nil, err
	}
	if d.beside == nil {
		return nil, fmt.Errorf("%q: other files cannot be read from here", name)
	}
	data, err := d.beside(name)
	if err != nil {
		return nil, err
	}
	return data, d.take(len(data))
}

// take counts bytes that are loaded.
func (d *resources) take(bytes int) error {
	d.total += bytes
	if d.total > MaxFile {
		return fmt.Errorf("the file and what it refers to have more than %d bytes", MaxFile)
	}
	return nil
}

// localName is the file beside the scene that a URI names. A URI that leads elsewhere is refused here,
// before any file is touched.
func localName(uri string) (string, error) {
	shown := uri
	if len(shown) > 80 {
		shown = strings.ToValidUTF8(shown[:80], "") + "…"
	}
	name, err := url.PathUnescape(uri)
	if err != nil {
		return "", fmt.Errorf("%q is no relative path", shown)
	}
	switch {
	case name == "" || strings.ContainsAny(name, "\\:\x00"), strings.HasPrefix(name, "/"):
		return "", fmt.Errorf("%q: only files beside or below the scene are read", shown)
	}
	clean := path.Clean(name)
	if clean == "." || clean == ".." || strings.HasPrefix(clean, "../") {
		return "", fmt.Errorf("%q: only files beside or below the scene are read", shown)
	}
	return clean, nil
}
