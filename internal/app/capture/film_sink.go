package capture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"tumble/internal/wholefile"
	"tumble/renderer"
)

// NewSink opens the file of a film by its name: a pattern as film%04d.png or .jpg for a sequence of
// pictures, .gif and .apng for animations, and anything else (.mp4, .mkv, .webm) for the
// program ffmpeg, which must be installed.
func NewSink(path string, width, height, frames int, fps float64) (Sink, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png", ".jpg", ".jpeg":
		if !numbered.MatchString(path) || strings.Count(path, "%") != 1 {
			return nil, fmt.Errorf("app: film %s: the name of a sequence of pictures needs a number, as film%%04d.png",
				path)
		}
		return &sequenceSink{pattern: path}, nil
	case ".gif":
		return &gifSink{path: path, fps: fps}, nil
	case ".apng":
		return newAPNG(path, frames, fps)
	case "":
		return nil, fmt.Errorf("app: film %s: the name must end in .png, .jpg, .gif, .apng, .mp4 or .webm", path)
	}
	return newVideo(path, width, height, fps)
}

var numbered = regexp.MustCompile(`%0?\d*d`)

// imageOf sees a capture as an image.
func imageOf(c *renderer.Capture) *image.NRGBA {
	return &image.NRGBA{Pix: c.Pixels, Stride: 4 * c.Width, Rect: image.Rect(0, 0, c.Width, c.Height)}
}

// sequenceSink writes a file for every picture.
type sequenceSink struct {
	pattern string
	count   int
}

func (s *sequenceSink) Picture(c *renderer.Capture) error {
	path := fmt.Sprintf(s.pattern, s.count)
	s.count++
	return Save(path, c)
}

func (s *sequenceSink) Close() error { return nil }

// apngSink writes an animated PNG: the chunks acTL, fcTL and fdAT beside those of PNG (W3C PNG, third
// edition, 2025). It is written under a temporary name until it is complete.
type apngSink struct {
	path     string
	file     *os.File
	frames   int
	written  int
	sequence uint32
	num, den uint16
	buffer   bytes.Buffer
}

func newAPNG(path string, frames int, fps float64) (*apngSink, error) {
	f, err := wholefile.Create(path)
	if err != nil {
		return nil, fmt.Errorf("app: saving %s: %w", path, err)
	}
	// the time of a picture is a fraction of 16-bit numbers
	den := math.Min(math.Round(1000*fps), 65535)
	return &apngSink{path: path, file: f, frames: frames, num: uint16(min(math.Round(den/fps), 65535)),
		den: uint16(den)}, nil
}

func (s *apngSink) Picture(c *renderer.Capture) error {
	s.buffer.Reset()
	if err := png.Encode(&s.buffer, imageOf(c)); err != nil {
		return err
	}
	first := s.written == 0
	s.written++
	data := s.buffer.Bytes()
	if first {
		if _, err := s.file.Write(data[:8]); err != nil {
			return err
		}
	}
	data = data[8:]
	controlled := false
	for len(data) >= 12 {
		n := binary.BigEndian.Uint32(data)
		kind, body := string(data[4:8]), data[8:8+n]
		data = data[12+n:]
		var err error
		switch {
		case kind == "IHDR" && first:
			err = errors.Join(s.chunk("IHDR", body),
				s.chunk("acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(s.frames)), 0)))
		case kind == "IDAT":
			if !controlled {
				controlled = true
				err = s.control(c)
			}
			if first {
				err = errors.Join(err, s.chunk("IDAT", body))
			} else {
				err = errors.Join(err, s.chunk("fdAT", append(binary.BigEndian.AppendUint32(nil, s.sequence), body...)))
				s.sequence++
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// control writes size and time of the next picture.
func (s *apngSink) control(c *renderer.Capture) error {
	b := binary.BigEndian.AppendUint32(nil, s.sequence)
	s.sequence++
	b = binary.BigEndian.AppendUint32(b, uint32(c.Width))
	b = binary.BigEndian.AppendUint32(b, uint32(c.Height))
	b = append(b, make([]byte, 8)...)
	b = binary.BigEndian.AppendUint16(b, s.num)
	b = binary.BigEndian.AppendUint16(b, s.den)
	return s.chunk("fcTL", append(b, 0, 0))
}

func (s *apngSink) chunk(kind string, body []byte) error {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, kind...), body...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
	_, err := s.file.Write(b)
	return err
}

func (s *apngSink) Close() error {
	var err error
	if s.written == s.frames {
		err = errors.Join(s.chunk("IEND", nil), s.file.Sync(), s.file.Close())
		if err == nil {
			err = os.Rename(s.file.Name(), s.path)
		}
	} else {
		err = s.file.Close()
	}
	if err != nil || s.written != s.frames {
		err = errors.Join(err, os.Remove(s.file.Name()))
	}
	if err != nil {
		return fmt.Errorf("app: saving %s: %w", s.path, err)
	}
	return nil
}

// videoSink gives raw pictures to ffmpeg.
type videoSink struct {
	path   string
	cmd    *exec.Cmd
	in     io.WriteCloser
	said   bytes.Buffer
	failed bool
}

// ErrNoFFmpeg says that the program which makes videos is not there.
var ErrNoFFmpeg = errors.New(
	"app: videos are made by the program ffmpeg, which was not found: install it, or choose .gif, " +
		".apng or a sequence as film%04d.png")

func newVideo(path string, width, height int, fps float64) (*videoSink, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, ErrNoFFmpeg
	}
	s := &videoSink{path: path}
	// most players want even sides and colours at half resolution
	s.cmd = exec.Command(program, "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba",
		"-s", fmt.Sprintf("%dx%d", width, height), "-r", strconv.FormatFloat(fps, 'f', -1, 64), "-i", "-",
		"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", path)
	s.cmd.Stderr = &s.said
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("app: ffmpeg: %w", err)
	}
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("app: ffmpeg: %w", err)
	}
	return s, nil
}

func (s *videoSink) Picture(c *renderer.Capture) error {
	if _, err := s.in.Write(c.Pixels[:4*c.Width*c.Height]); err != nil {
		s.failed = true
		return fmt.Errorf("app: ffmpeg takes no more pictures: %w", err)
	}
	return nil
}

func (s *videoSink) Close() error {
	err := s.in.Close()
	if s.failed {
		err = nil
	}
	if err = errors.Join(err, s.cmd.Wait()); err != nil {
		return fmt.Errorf("app: ffmpeg did not write %s: %w: %s", s.path, err, strings.TrimSpace(s.said.String()))
	}
	return nil
}
