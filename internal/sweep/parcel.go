package sweep

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"tumble/engine/inputfile"
	"tumble/scene"
)

// Parcel is all that another machine needs to simulate cells of a study.
type Parcel struct {
	// Digest and Program are those of the study and of the program whose rows it takes.
	Digest  string `json:"digest"`
	Program string `json:"program"`
	// Files are the study, which comes first, and the files of its scene.
	Files []ParcelFile `json:"files"`
}

// ParcelFile is a file of a parcel.
type ParcelFile struct {
	// Name is relative to the folder of the study, with slashes.
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// mostParcel bounds the files of a parcel, in bytes.
const mostParcel = 64 << 20

// ErrParcel is wrapped by errors about studies that cannot be sent, or are not for this program.
var ErrParcel = errors.New("cannot be simulated elsewhere")

// Pack collects the files of a study. All of them must lie in its folder or below.
func Pack(s *Study, program string) (*Parcel, error) {
	p := &Parcel{Digest: s.Digest, Program: program, Files: []ParcelFile{{filepath.Base(s.Path), s.Text}}}
	names := s.Scene.Files
	if scene.IsFile(s.Scene.Name) {
		names = append([]string{s.Scene.Name}, names...)
	}
	size := len(s.Text)
	for _, name := range names {
		below, err := filepath.Rel(filepath.Dir(s.Path), name)
		if err != nil || !filepath.IsLocal(below) {
			return nil, fmt.Errorf("%s %w: its scene needs %s, which is not in its folder", s.Path, ErrParcel, name)
		}
		data, err := inputfile.Read(name, math.MaxInt64)
		if errors.Is(err, os.ErrNotExist) {
			continue // the digest counts it as empty, too
		} else if err != nil {
			return nil, err
		}
		if size += len(data); size > mostParcel {
			return nil, fmt.Errorf("%s %w: its files have more than %d bytes", s.Path, ErrParcel, mostParcel)
		}
		p.Files = append(p.Files, ParcelFile{filepath.ToSlash(below), data})
	}
	return p, nil
}

// Unpack writes the files into a folder and reads the study. It refuses one whose rows would be of another version or
// of other files.
func (p *Parcel) Unpack(dir, program string) (*Study, error) {
	if p.Program != program {
		return nil, fmt.Errorf("the study %w: it is run by version %s, this is %s", ErrParcel, p.Program, program)
	}
	if len(p.Files) == 0 {
		return nil, fmt.Errorf("the study %w: it has no file", ErrParcel)
	}
	for i := range p.Files {
		f := &p.Files[i]
		name := filepath.FromSlash(f.Name)
		if !filepath.IsLocal(name) {
			return nil, fmt.Errorf("the study %w: its file %q would not lie in its folder", ErrParcel, f.Name)
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			return nil, err
		}
	}
	s, err := Read(filepath.Join(dir, filepath.FromSlash(p.Files[0].Name)))
	if err != nil {
		return nil, err
	}
	if s.Digest != p.Digest {
		return nil, fmt.Errorf("the study %w: it reads differently here; give the flags for files that it is run with",
			ErrParcel)
	}
	return s, nil
}
