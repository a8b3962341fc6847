package mjcf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"path"
	"strings"

	"tumble/internal/memory"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// hfieldAsset is a terrain: heights from 0 to 1, row by row from −y to y, and half lengths and height (m).
type hfieldAsset struct {
	rows, columns int
	heights       []float32
	size          vec.Vec3
}

// maxFlat bounds rows and columns of a terrain without numbers.
const maxFlat = 1 << 10

// hfield reads a terrain of numbers in the model, of a PNG or of a binary file.
func (r *reader) hfield(e *xmlscene.Element) {
	file, name := e.Text("file", ""), e.Text("name", "")
	if name == "" {
		name = strings.TrimSuffix(path.Base(file), path.Ext(file))
	}
	h := &hfieldAsset{rows: int(e.Number("nrow", 0)), columns: int(e.Number("ncol", 0))}
	var size [4]float32
	if e.Numbers("size", size[:]) < 3 || !(size[0] > 0 && size[1] > 0 && size[2] >= 0) {
		e.Lossf("size: needs three lengths: shapes that name it are left out")
		return
	}
	h.size = vec.V3(size[0], size[1], size[2])
	var err error
	switch {
	case file == "":
		if h.heights = e.List("elevation"); h.heights == nil && h.rows > 1 && h.columns > 1 && h.rows <= maxFlat &&
			h.columns <= maxFlat {
			// it is flat until a program fills it
			h.heights = make([]float32, h.rows*h.columns)
		}
		// the text has the rows from the top of the page on
		h.flip()
	case r.beside == nil:
		err = errors.New("other files cannot be read from here")
	default:
		var data []byte
		if data, err = r.beside(path.Join(r.meshFolder, file)); err == nil {
			err = h.decode(data)
		}
	}
	if err == nil && (h.rows < 2 || h.columns < 2 || len(h.heights) != h.rows*h.columns) {
		err = fmt.Errorf("%d × %d heights: %d are there", h.rows, h.columns, len(h.heights))
	}
	if err != nil {
		e.Lossf("%v: shapes that name it are left out", err)
		return
	}
	h.normalize()
	r.hfields[name] = h
}

// decode reads a PNG, of which the brightness counts, or the binary form: rows and columns as int32, then the heights
// as float32.
func (h *hfieldAsset) decode(data []byte) error {
	if len(data) >= 8 && !bytes.HasPrefix(data, []byte("\x89PNG")) {
		h.rows, h.columns = int(int32(binary.LittleEndian.Uint32(data))),
			int(int32(binary.LittleEndian.Uint32(data[4:])))
		data = data[8:]
		if h.rows < 2 || h.columns < 2 || h.rows > model.MaxTriangles || h.columns > model.MaxTriangles ||
			len(data) != 4*h.rows*h.columns {
			return fmt.Errorf("%d × %d heights: %d bytes are there", h.rows, h.columns, len(data))
		}
		for i := 0; i < len(data); i += 4 {
			h.heights = append(h.heights, math.Float32frombits(binary.LittleEndian.Uint32(data[i:])))
		}
		return nil
	}
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if config.Width > model.MaxTriangles || config.Height > model.MaxTriangles ||
		config.Width*config.Height > model.MaxTriangles {
		return fmt.Errorf("a picture of %d × %d points: too many", config.Width, config.Height)
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	b := picture.Bounds()
	h.rows, h.columns = b.Dy(), b.Dx()
	for y := b.Max.Y - 1; y >= b.Min.Y; y-- {
		for x := b.Min.X; x < b.Max.X; x++ {
			red, _, _, _ := picture.At(x, y).RGBA()
			h.heights = append(h.heights, float32(red)/0xffff)
		}
	}
	return nil
}

// flip reverses the order of the rows.
func (h *hfieldAsset) flip() {
	if len(h.heights) != h.rows*h.columns {
		return
	}
	for i, j := 0, h.rows-1; i < j; i, j = i+1, j-1 {
		for k := range h.columns {
			a, b := &h.heights[i*h.columns+k], &h.heights[j*h.columns+k]
			*a, *b = *b, *a
		}
	}
}

// normalize lets the heights be from 0 to 1.
func (h *hfieldAsset) normalize() {
	low, high := h.heights[0], h.heights[0]
	for _, x := range h.heights {
		low, high = min(low, x), max(high, x)
	}
	for i := range h.heights {
		h.heights[i] -= low
		if high > low {
			h.heights[i] /= high - low
		}
	}
}

// mostHeights bounds the points of all terrains together.
const mostHeights = 16 << 20

// bytesOfHeight is the memory that a point of a terrain takes.
const bytesOfHeight = 40

// hfieldForm is a terrain.
func (r *reader) hfieldForm(g *xmlscene.Element, out form, static bool) form {
	h, ok := r.hfields[g.Text("hfield", "")]
	r.heights += len(heightsOf(h))
	switch {
	case !ok:
		g.Lossf("there is no terrain %q: the shape is left out", g.Text("hfield", ""))
		return out
	case !static:
		g.Lossf("a terrain must stand still: the shape is left out")
		return out
	case r.heights > mostHeights:
		g.Lossf("more than %d heights in all terrains together: the shape is left out", mostHeights)
		return out
	}
	if err := memory.Check(bytesOfHeight * int64(len(h.heights))); err != nil {
		g.Errorf("%v", err)
		return out
	}
	// a height field has its rows along z and its heights along y, in a body of its own
	def := physics.HeightFieldDef{
		Columns: h.columns, Rows: h.rows, Heights: make([]float32, 0, len(h.heights)), TwoSided: true,
		Spacing: vec.V3(2*h.size.X/float32(h.columns-1), 0, 2*h.size.Y/float32(h.rows-1)),
		Origin:  vec.V3(-h.size.X, 0, -h.size.Y),
	}
	for y := h.rows - 1; y >= 0; y-- {
		for _, x := range h.heights[y*h.columns : (y+1)*h.columns] {
			def.Heights = append(def.Heights, h.size.Z*x)
		}
	}
	field, err := physics.NewHeightField(def)
	if err != nil {
		g.Lossf("%v: the shape is left out", err)
		return out
	}
	body := physics.DefaultBodyDef()
	up := xmlscene.Upright()
	body.Name = g.Text("name", g.Text("hfield", ""))
	body.Position, body.Rotation = up.Rotate(out.local.P), up.Mul(out.local.Q).Mul(up.Conj()).Norm()
	out.own = 1 + r.append(model.Body{Def: body})
	return out.with(field, 0)
}

func heightsOf(h *hfieldAsset) []float32 {
	if h == nil {
		return nil
	}
	return h.heights
}
