package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/pelletier/go-toml/v2"

	"tumble/engine/inputfile"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
	"tumble/scene"
)

// maxStudyBytes bounds the size of a study file: lists of a hundred thousand values fit.
const maxStudyBytes = 16 << 20

// Read reads a study file and checks all of it. Errors about the contents wrap ErrStudy and have a line for each fault:
// file, line, key, value and what it must be.
func Read(path string) (*Study, error) {
	text, err := inputfile.Read(path, maxStudyBytes)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse is Read with the contents of the file.
func Parse(path string, text []byte) (*Study, error) {
	f := &file{}
	c := &checker{path: path, lines: lineIndex(text)}
	defer c.close()
	if len(text) > maxStudyBytes {
		c.failf("", "longer than %d bytes", maxStudyBytes)
		return nil, c.err()
	}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(f); err != nil {
		c.syntax(err)
		return nil, c.err()
	}
	s := &Study{Path: path, Text: text, Title: f.Title, SceneName: f.Scene, Seed: f.Seed}
	if !c.scene(s, f) {
		return nil, c.err()
	}
	c.limits(s, f)
	c.parameters(s, f)
	c.measures(s, f)
	c.repeat(s, f)
	c.fit(s, f)
	c.design(s, f)
	if err := c.err(); err != nil {
		return nil, err
	}
	if err := s.tryFirst(); err != nil {
		c.failf("", "%s", err)
		return nil, c.err()
	}
	digest, err := s.digest()
	s.Digest = digest
	return s, err
}

// findScene is the scene of a study: files are sought beside it.
func findScene(study, name string) (*scenes.Scene, error) {
	if scene.IsFile(name) && !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(study), name)
	}
	return openscene.Find(name)
}

// digest is the hash of the study and of the files of its scene.
func (s *Study) digest() (string, error) {
	h := sha256.New()
	o := openscene.CurrentOptions()
	fmt.Fprintf(h, "%d %v %v\n", len(s.Text), o.KeepFixedLinks, o.SelfCollision)
	h.Write(s.Text)
	files := s.Scene.Files
	if scene.IsFile(s.Scene.Name) {
		files = append([]string{s.Scene.Name}, files...)
	}
	for _, name := range files {
		data, err := inputfile.Read(name, math.MaxInt64)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		fmt.Fprintf(h, "%d\n", len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// tryFirst builds the first cell, so that a body that no condition finds is a fault of the study, not one of a million
// rows.
func (s *Study) tryFirst() error {
	values := s.Values(0)
	if s.Design.Kind == "bisection" {
		values[s.Design.Bisected] = s.Parameters[s.Design.Bisected].Low
	}
	config, err := s.Configure(values, 0)
	if err != nil {
		return err
	}
	run, err := config.Build()
	if err != nil {
		return fmt.Errorf("the first cell: %w", err)
	}
	defer run.World.Close()
	_, err = s.newProbe(run.World)
	return err
}
