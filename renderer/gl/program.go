//go:build cgo || js

package gl

import (
	"fmt"

	gl "tumble/renderer/gl/api"
	"tumble/shaders"
)

// Texture units. Every sampler keeps its unit, and only unitImage is bound to another texture within a frame.
const (
	unitShadow = iota
	unitWide
	unitNarrow
	unitImage
	unitScene
	unitDepth
	unitRaw // occlusion before it is smoothed
	unitOcclusion
	unitMask
	unitSum         // of the samples of a picture
	unitShadowDepth // the shadow map, read without a comparison
)

var samplerUnits = map[string]int32{
	"shadow_map":   unitShadow,
	"wide":         unitWide,
	"narrow":       unitNarrow,
	"image":        unitImage,
	"scene":        unitScene,
	"depth":        unitDepth,
	"source":       unitRaw,
	"occlusion":    unitOcclusion,
	"mask":         unitMask,
	"sum":          unitSum,
	"shadow_depth": unitShadowDepth,
}

// Uniform blocks.
const (
	bindingFrame = iota
	bindingMaterials
)

var blockBindings = map[string]uint32{"Frame": bindingFrame, "Materials": bindingMaterials}

// program is a linked program with the uniforms that change between draws; -1 where it has none.
type program struct {
	id     uint32
	drawOf int32 // first instance, cascade
	style  int32
	flat   int32
	parts  int32

	// the values of the uniforms, so that setting the same again costs no call
	styleValue, partsValue [4]float32
	flatValue              [8]float32
	drawValue              [2]int32
}

// softFilter is the shadow filter whose width follows from the distance to the caster.
const softFilter = -1

// programKey names a variant of a program.
type programKey struct {
	vertex, fragment string
	pcf              int // width of the shadow filter or softFilter, 0 where it has none
	samples          int // of the scene target, 0 where it is not read
	// patterned surfaces have patterns and bevels. Software OpenGL computes every branch for every
	// pixel: with them a frame takes a fifth more, used or not.
	patterned bool
	// linear frames are samples of a picture: light that is not yet compressed for the display
	linear bool
}

// program returns the variant, compiled on first use. A variant that does not compile is
// reported once and its draws are left out.
func (d *Device) program(k programKey) *program {
	if p, ok := d.programs[k]; ok {
		return p
	}
	p, err := d.buildProgram(k)
	if err != nil {
		d.fail(err)
	}
	d.programs[k] = p
	return p
}

func (d *Device) buildProgram(k programKey) (*program, error) {
	var defines []shaders.Define
	if k.pcf == softFilter {
		defines = append(defines, shaders.Define{Name: "SOFT", Value: "1"})
	} else if k.pcf != 0 {
		defines = append(defines, shaders.Define{Name: "PCF", Value: fmt.Sprint(k.pcf)})
	}
	if k.samples != 0 {
		defines = append(defines, shaders.Define{Name: "SAMPLES", Value: fmt.Sprint(k.samples)})
	}
	if k.patterned {
		defines = append(defines, shaders.Define{Name: "PATTERNS", Value: "1"})
	}
	if k.linear {
		defines = append(defines, shaders.Define{Name: "LINEAR", Value: "1"})
	}
	vertex, err := d.compile(gl.VERTEX_SHADER, k.vertex, defines)
	if err != nil {
		return nil, err
	}
	defer d.deleteShader(vertex)
	fragment, err := d.compile(gl.FRAGMENT_SHADER, k.fragment, defines)
	if err != nil {
		return nil, err
	}
	defer d.deleteShader(fragment)

	id := gl.CreateProgram()
	d.objects.Programs++
	gl.AttachShader(id, vertex)
	gl.AttachShader(id, fragment)
	gl.LinkProgram(id)
	if log := gl.ProgramProblem(id); log != "" {
		gl.DeleteProgram(id)
		d.objects.Programs--
		return nil, fmt.Errorf("gl: link %s with %s: %s", k.vertex, k.fragment, log)
	}
	gl.DetachShader(id, vertex)
	gl.DetachShader(id, fragment)
	p := bindProgram(id)
	d.state.program = nil
	return p, d.check("link " + k.fragment)
}

// bindProgram gives samplers and blocks their places and finds the uniforms.
func bindProgram(id uint32) *program {
	gl.UseProgram(id)
	for name, unit := range samplerUnits {
		if loc := gl.GetUniformLocation(id, name); loc >= 0 {
			gl.Uniform1i(loc, unit)
		}
	}
	for name, binding := range blockBindings {
		if index := gl.GetUniformBlockIndex(id, name); index != gl.INVALID_INDEX {
			gl.UniformBlockBinding(id, index, binding)
		}
	}
	at := func(name string) int32 { return gl.GetUniformLocation(id, name) }
	return &program{
		id: id, drawOf: at("draw_of"), style: at("style"), flat: at("flat_draw"), parts: at("parts"),
	}
}

// compile compiles one shader; its errors name file and line.
func (d *Device) compile(kind uint32, name string, defines []shaders.Define) (uint32, error) {
	src, err := d.library.Load(name, defines...)
	if err != nil {
		return 0, fmt.Errorf("gl: %w", err)
	}
	id := gl.CreateShader(kind)
	d.objects.Shaders++
	gl.ShaderSource(id, src.Text)
	gl.CompileShader(id)
	if log := gl.ShaderProblem(id); log != "" {
		d.deleteShader(id)
		return 0, fmt.Errorf("gl: compile: %s", src.Explain(log))
	}
	return id, nil
}

func (d *Device) deleteShader(id uint32) {
	gl.DeleteShader(id)
	d.objects.Shaders--
}

func (d *Device) deletePrograms() {
	for k, p := range d.programs {
		if p != nil {
			gl.DeleteProgram(p.id)
			d.objects.Programs--
		}
		delete(d.programs, k)
	}
	d.state.program = nil
}

// ReloadShaders compiles the programs in use from the library again. When one fails, all stay as they
// were and the error says where.
func (d *Device) ReloadShaders() error {
	fresh := make(map[programKey]*program, len(d.programs))
	for k := range d.programs {
		p, err := d.buildProgram(k)
		if err != nil {
			for _, q := range fresh {
				gl.DeleteProgram(q.id)
				d.objects.Programs--
			}
			return err
		}
		fresh[k] = p
	}
	d.deletePrograms()
	d.programs = fresh
	return nil
}

// set4 sets a vector uniform of the current program unless it has the value.
func set4(loc int32, held *[4]float32, v [4]float32) {
	if loc >= 0 && *held != v {
		*held = v
		gl.Uniform4fv(loc, 1, &held[0])
	}
}

// setFlat sets the uniforms that lines, points, quads and triangles share: size of the target with the unit of
// coordinates, and what happens to the colour.
func (p *program) setFlat(target, ink [4]float32) {
	v := [8]float32{target[0], target[1], target[2], target[3], ink[0], ink[1], ink[2], ink[3]}
	if p.flat >= 0 && p.flatValue != v {
		p.flatValue = v
		gl.Uniform4fv(p.flat, 2, &p.flatValue[0])
	}
}

// setDraw sets the first instance and the cascade of a draw of a mesh.
func (p *program) setDraw(first, cascade int32) {
	if v := [2]int32{first, cascade}; p.drawOf >= 0 && p.drawValue != v {
		p.drawValue = v
		gl.Uniform2iv(p.drawOf, 1, &p.drawValue[0])
	}
}
