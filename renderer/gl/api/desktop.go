//go:build cgo

package api

import (
	"cmp"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

func ActiveTexture(texture uint32)        { gl.ActiveTexture(texture) }
func AttachShader(program, shader uint32) { gl.AttachShader(program, shader) }
func BindBuffer(target, buffer uint32)    { gl.BindBuffer(target, buffer) }
func BindBufferRange(target, index, buffer uint32, offset, size int) {
	gl.BindBufferRange(target, index, buffer, offset, size)
}
func BindFramebuffer(target, framebuffer uint32)   { gl.BindFramebuffer(target, framebuffer) }
func BindRenderbuffer(target, renderbuffer uint32) { gl.BindRenderbuffer(target, renderbuffer) }
func BindSampler(unit, sampler uint32)             { gl.BindSampler(unit, sampler) }
func BindTexture(target, texture uint32)           { gl.BindTexture(target, texture) }
func BindVertexArray(array uint32)                 { gl.BindVertexArray(array) }
func BlendFunc(source, destination uint32)         { gl.BlendFunc(source, destination) }
func BlendFuncSeparate(sourceRGB, destinationRGB, sourceAlpha, destinationAlpha uint32) {
	gl.BlendFuncSeparate(sourceRGB, destinationRGB, sourceAlpha, destinationAlpha)
}
func BlitFramebuffer(x0, y0, x1, y1, toX0, toY0, toX1, toY1 int32, mask, filter uint32) {
	gl.BlitFramebuffer(x0, y0, x1, y1, toX0, toY0, toX1, toY1, mask, filter)
}
func BufferData(target uint32, size int, data unsafe.Pointer, usage uint32) {
	gl.BufferData(target, size, data, usage)
}
func BufferSubData(target uint32, offset, size int, data unsafe.Pointer) {
	gl.BufferSubData(target, offset, size, data)
}
func CheckFramebufferStatus(target uint32) uint32 { return gl.CheckFramebufferStatus(target) }
func Clear(mask uint32)                           { gl.Clear(mask) }
func ClearColor(red, green, blue, alpha float32)  { gl.ClearColor(red, green, blue, alpha) }
func CompileShader(shader uint32)                 { gl.CompileShader(shader) }
func CopyBufferSubData(from, to uint32, fromOffset, toOffset, size int) {
	gl.CopyBufferSubData(from, to, fromOffset, toOffset, size)
}
func CreateProgram() uint32                      { return gl.CreateProgram() }
func CreateShader(kind uint32) uint32            { return gl.CreateShader(kind) }
func DeleteProgram(program uint32)               { gl.DeleteProgram(program) }
func DeleteShader(shader uint32)                 { gl.DeleteShader(shader) }
func DepthFunc(function uint32)                  { gl.DepthFunc(function) }
func DepthMask(on bool)                          { gl.DepthMask(on) }
func DetachShader(program, shader uint32)        { gl.DetachShader(program, shader) }
func Disable(capability uint32)                  { gl.Disable(capability) }
func DrawArrays(mode uint32, first, count int32) { gl.DrawArrays(mode, first, count) }
func DrawArraysInstanced(mode uint32, first, count, instances int32) {
	gl.DrawArraysInstanced(mode, first, count, instances)
}
func DrawBuffer(buffer uint32)             { gl.DrawBuffer(buffer) }
func Enable(capability uint32)             { gl.Enable(capability) }
func EnableVertexAttribArray(index uint32) { gl.EnableVertexAttribArray(index) }
func FramebufferRenderbuffer(target, attachment, kind, renderbuffer uint32) {
	gl.FramebufferRenderbuffer(target, attachment, kind, renderbuffer)
}
func FramebufferTexture2D(target, attachment, kind, texture uint32, level int32) {
	gl.FramebufferTexture2D(target, attachment, kind, texture, level)
}
func FramebufferTextureLayer(target, attachment, texture uint32, level, layer int32) {
	gl.FramebufferTextureLayer(target, attachment, texture, level, layer)
}
func GetError() uint32                     { return gl.GetError() }
func LinkProgram(program uint32)           { gl.LinkProgram(program) }
func PixelStorei(name uint32, value int32) { gl.PixelStorei(name, value) }
func PolygonMode(face, mode uint32)        { gl.PolygonMode(face, mode) }
func PolygonOffset(factor, units float32)  { gl.PolygonOffset(factor, units) }
func ReadBuffer(buffer uint32)             { gl.ReadBuffer(buffer) }
func ReadPixels(x, y, width, height int32, format, kind uint32, pixels unsafe.Pointer) {
	gl.ReadPixels(x, y, width, height, format, kind, pixels)
}
func RenderbufferStorage(target, format uint32, width, height int32) {
	gl.RenderbufferStorage(target, format, width, height)
}
func RenderbufferStorageMultisample(target uint32, samples int32, format uint32, width, height int32) {
	gl.RenderbufferStorageMultisample(target, samples, format, width, height)
}
func SamplerParameteri(sampler, name uint32, value int32) { gl.SamplerParameteri(sampler, name, value) }
func Scissor(x, y, width, height int32)                   { gl.Scissor(x, y, width, height) }
func TexImage2D(target uint32, level, internal, width, height, border int32, format, kind uint32,
	pixels unsafe.Pointer) {
	gl.TexImage2D(target, level, internal, width, height, border, format, kind, pixels)
}
func TexImage3D(target uint32, level, internal, width, height, depth, border int32, format, kind uint32,
	pixels unsafe.Pointer) {
	gl.TexImage3D(target, level, internal, width, height, depth, border, format, kind, pixels)
}
func TexParameteri(target, name uint32, value int32) { gl.TexParameteri(target, name, value) }
func TexSubImage2D(target uint32, level, x, y, width, height int32, format, kind uint32, pixels unsafe.Pointer) {
	gl.TexSubImage2D(target, level, x, y, width, height, format, kind, pixels)
}
func Uniform1i(location, value int32) { gl.Uniform1i(location, value) }
func UniformBlockBinding(program, block, binding uint32) {
	gl.UniformBlockBinding(program, block, binding)
}
func UseProgram(program uint32)          { gl.UseProgram(program) }
func Viewport(x, y, width, height int32) { gl.Viewport(x, y, width, height) }
func NewBuffer() (id uint32) {
	gl.GenBuffers(1, &id)
	return id
}

func DeleteBuffer(id uint32) { gl.DeleteBuffers(1, &id) }
func NewTexture() (id uint32) {
	gl.GenTextures(1, &id)
	return id
}

func DeleteTexture(id uint32) { gl.DeleteTextures(1, &id) }
func NewVertexArray() (id uint32) {
	gl.GenVertexArrays(1, &id)
	return id
}

func DeleteVertexArray(id uint32) { gl.DeleteVertexArrays(1, &id) }
func NewFramebuffer() (id uint32) {
	gl.GenFramebuffers(1, &id)
	return id
}

func DeleteFramebuffer(id uint32) { gl.DeleteFramebuffers(1, &id) }
func NewRenderbuffer() (id uint32) {
	gl.GenRenderbuffers(1, &id)
	return id
}

func DeleteRenderbuffer(id uint32) { gl.DeleteRenderbuffers(1, &id) }
func NewSampler() (id uint32) {
	gl.GenSamplers(1, &id)
	return id
}

func DeleteSampler(id uint32)                          { gl.DeleteSamplers(1, &id) }
func Uniform2iv(location, count int32, value *int32)   { gl.Uniform2iv(location, count, value) }
func Uniform4fv(location, count int32, value *float32) { gl.Uniform4fv(location, count, value) }
func VertexAttribPointer(index uint32, size int32, kind uint32, normalised bool, stride int32, offset uintptr) {
	gl.VertexAttribPointerWithOffset(index, size, kind, normalised, stride, offset)
}
func GetInteger(name uint32) (value int32) {
	gl.GetIntegerv(name, &value)
	return value
}

// GetString is empty where no context is current.
func GetString(name uint32) string {
	text := gl.GetString(name)
	if text == nil {
		return ""
	}
	return gl.GoStr(text)
}

func ShaderSource(shader uint32, text string) {
	lines, free := gl.Strs(text + "\x00")
	gl.ShaderSource(shader, 1, lines, nil)
	free()
}

// ShaderProblem is the error of a shader that did not compile, empty for one that did.
func ShaderProblem(shader uint32) string {
	return problem(shader, gl.COMPILE_STATUS, gl.GetShaderiv, gl.GetShaderInfoLog)
}

// ProgramProblem is the error of a program that did not link, empty for one that did.
func ProgramProblem(program uint32) string {
	return problem(program, gl.LINK_STATUS, gl.GetProgramiv, gl.GetProgramInfoLog)
}

func problem(id, status uint32, get func(uint32, uint32, *int32), log func(uint32, int32, *int32, *uint8)) string {
	var value int32
	get(id, status, &value)
	if value != gl.FALSE {
		return ""
	}
	get(id, gl.INFO_LOG_LENGTH, &value)
	text := strings.Repeat("\x00", int(value)+1)
	log(id, value, nil, gl.Str(text))
	return cmp.Or(strings.Trim(text, "\x00\n "), "the driver gives no reason")
}

func GetUniformLocation(program uint32, name string) int32 {
	return gl.GetUniformLocation(program, gl.Str(name+"\x00"))
}
func GetUniformBlockIndex(program uint32, name string) uint32 {
	return gl.GetUniformBlockIndex(program, gl.Str(name+"\x00"))
}
