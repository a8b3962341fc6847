package api

import "unsafe"

// The functions of WebGL 2 are imported from the page's webgl.js as they are, without a conversion of their
// arguments: a call costs no memory. Objects are numbers, as in OpenGL.

//go:wasmimport webgl activeTexture
func ActiveTexture(texture uint32)

//go:wasmimport webgl attachShader
func AttachShader(program, shader uint32)

//go:wasmimport webgl bindBuffer
func BindBuffer(target, buffer uint32)

//go:wasmimport webgl bindBufferRange
func bindBufferRange(target uint32, index uint32, buffer uint32, offset int32, size int32)

func BindBufferRange(target, index, buffer uint32, offset, size int) {
	bindBufferRange(target, index, buffer, int32(offset), int32(size))
}

//go:wasmimport webgl bindFramebuffer
func BindFramebuffer(target, framebuffer uint32)

//go:wasmimport webgl bindRenderbuffer
func BindRenderbuffer(target, renderbuffer uint32)

//go:wasmimport webgl bindSampler
func BindSampler(unit, sampler uint32)

//go:wasmimport webgl bindTexture
func BindTexture(target, texture uint32)

//go:wasmimport webgl bindVertexArray
func BindVertexArray(array uint32)

//go:wasmimport webgl blendFunc
func BlendFunc(source, destination uint32)

//go:wasmimport webgl blendFuncSeparate
func BlendFuncSeparate(sourceRGB, destinationRGB, sourceAlpha, destinationAlpha uint32)

//go:wasmimport webgl blitFramebuffer
func BlitFramebuffer(x0, y0, x1, y1, toX0, toY0, toX1, toY1 int32, mask, filter uint32)

//go:wasmimport webgl bufferData
func bufferData(target uint32, size int32, data unsafe.Pointer, usage uint32)

func BufferData(target uint32, size int, data unsafe.Pointer, usage uint32) {
	bufferData(target, int32(size), data, usage)
}

//go:wasmimport webgl bufferSubData
func bufferSubData(target uint32, offset int32, size int32, data unsafe.Pointer)

func BufferSubData(target uint32, offset, size int, data unsafe.Pointer) {
	bufferSubData(target, int32(offset), int32(size), data)
}

//go:wasmimport webgl checkFramebufferStatus
func CheckFramebufferStatus(target uint32) uint32

//go:wasmimport webgl clear
func Clear(mask uint32)

//go:wasmimport webgl clearColor
func ClearColor(red, green, blue, alpha float32)

//go:wasmimport webgl compileShader
func CompileShader(shader uint32)

//go:wasmimport webgl copyBufferSubData
func copyBufferSubData(from uint32, to uint32, fromOffset int32, toOffset int32, size int32)

func CopyBufferSubData(from, to uint32, fromOffset, toOffset, size int) {
	copyBufferSubData(from, to, int32(fromOffset), int32(toOffset), int32(size))
}

//go:wasmimport webgl createProgram
func CreateProgram() uint32

//go:wasmimport webgl createShader
func CreateShader(kind uint32) uint32

//go:wasmimport webgl deleteProgram
func DeleteProgram(program uint32)

//go:wasmimport webgl deleteShader
func DeleteShader(shader uint32)

//go:wasmimport webgl depthFunc
func DepthFunc(function uint32)

//go:wasmimport webgl depthMask
func DepthMask(on bool)

//go:wasmimport webgl detachShader
func DetachShader(program, shader uint32)

//go:wasmimport webgl disable
func Disable(capability uint32)

//go:wasmimport webgl drawArrays
func DrawArrays(mode uint32, first, count int32)

//go:wasmimport webgl drawArraysInstanced
func DrawArraysInstanced(mode uint32, first, count, instances int32)

//go:wasmimport webgl drawBuffer
func DrawBuffer(buffer uint32)

//go:wasmimport webgl enable
func Enable(capability uint32)

//go:wasmimport webgl enableVertexAttribArray
func EnableVertexAttribArray(index uint32)

//go:wasmimport webgl framebufferRenderbuffer
func FramebufferRenderbuffer(target, attachment, kind, renderbuffer uint32)

//go:wasmimport webgl framebufferTexture2D
func FramebufferTexture2D(target, attachment, kind, texture uint32, level int32)

//go:wasmimport webgl framebufferTextureLayer
func FramebufferTextureLayer(target, attachment, texture uint32, level, layer int32)

//go:wasmimport webgl getError
func GetError() uint32

//go:wasmimport webgl linkProgram
func LinkProgram(program uint32)

//go:wasmimport webgl pixelStorei
func PixelStorei(name uint32, value int32)

//go:wasmimport webgl polygonMode
func PolygonMode(face, mode uint32)

//go:wasmimport webgl polygonOffset
func PolygonOffset(factor, units float32)

//go:wasmimport webgl readBuffer
func ReadBuffer(buffer uint32)

//go:wasmimport webgl readPixels
func ReadPixels(x, y, width, height int32, format, kind uint32, pixels unsafe.Pointer)

//go:wasmimport webgl renderbufferStorage
func RenderbufferStorage(target, format uint32, width, height int32)

//go:wasmimport webgl renderbufferStorageMultisample
func RenderbufferStorageMultisample(target uint32, samples int32, format uint32, width, height int32)

//go:wasmimport webgl samplerParameteri
func SamplerParameteri(sampler, name uint32, value int32)

//go:wasmimport webgl scissor
func Scissor(x, y, width, height int32)

//go:wasmimport webgl texImage2D
func TexImage2D(target uint32, level, internal, width, height, border int32, format, kind uint32, pixels unsafe.Pointer)

//go:wasmimport webgl texImage3D
func TexImage3D(target uint32, level, internal, width, height, depth, border int32, format, kind uint32,
	pixels unsafe.Pointer)

//go:wasmimport webgl texParameteri
func TexParameteri(target, name uint32, value int32)

//go:wasmimport webgl texSubImage2D
func TexSubImage2D(target uint32, level, x, y, width, height int32, format, kind uint32, pixels unsafe.Pointer)

//go:wasmimport webgl uniform1i
func Uniform1i(location, value int32)

//go:wasmimport webgl uniformBlockBinding
func UniformBlockBinding(program, block, binding uint32)

//go:wasmimport webgl useProgram
func UseProgram(program uint32)

//go:wasmimport webgl viewport
func Viewport(x, y, width, height int32)

//go:wasmimport webgl newBuffer
func NewBuffer() uint32

//go:wasmimport webgl deleteBuffer
func DeleteBuffer(id uint32)

//go:wasmimport webgl newTexture
func NewTexture() uint32

//go:wasmimport webgl deleteTexture
func DeleteTexture(id uint32)

//go:wasmimport webgl newVertexArray
func NewVertexArray() uint32

//go:wasmimport webgl deleteVertexArray
func DeleteVertexArray(id uint32)

//go:wasmimport webgl newFramebuffer
func NewFramebuffer() uint32

//go:wasmimport webgl deleteFramebuffer
func DeleteFramebuffer(id uint32)

//go:wasmimport webgl newRenderbuffer
func NewRenderbuffer() uint32

//go:wasmimport webgl deleteRenderbuffer
func DeleteRenderbuffer(id uint32)

//go:wasmimport webgl newSampler
func NewSampler() uint32

//go:wasmimport webgl deleteSampler
func DeleteSampler(id uint32)

//go:wasmimport webgl uniform2iv
func uniform2iv(location, count int32, value unsafe.Pointer)

func Uniform2iv(location, count int32, value *int32) {
	uniform2iv(location, count, unsafe.Pointer(value))
}

//go:wasmimport webgl uniform4fv
func uniform4fv(location, count int32, value unsafe.Pointer)

func Uniform4fv(location, count int32, value *float32) {
	uniform4fv(location, count, unsafe.Pointer(value))
}

//go:wasmimport webgl vertexAttribPointer
func vertexAttribPointer(index uint32, size int32, kind uint32, normalised bool, stride int32, offset int32)

func VertexAttribPointer(index uint32, size int32, kind uint32, normalised bool, stride int32, offset uintptr) {
	vertexAttribPointer(index, size, kind, normalised, stride, int32(offset))
}

// DrawElementsInstanced draws from a byte offset into the bound index buffer.
//
//go:wasmimport webgl drawElementsInstanced
func DrawElementsInstanced(mode uint32, count int32, kind uint32, offset, instances int32)

//go:wasmimport webgl getInteger
func GetInteger(name uint32) int32

//go:wasmimport webgl shaderSource
func shaderSource(shader uint32, text unsafe.Pointer, length int32)

func ShaderSource(shader uint32, text string) {
	shaderSource(shader, unsafe.Pointer(unsafe.StringData(text)), int32(len(text)))
}

//go:wasmimport webgl getString
func getString(name uint32, to unsafe.Pointer, room int32) int32

//go:wasmimport webgl shaderProblem
func shaderProblem(shader uint32, to unsafe.Pointer, room int32) int32

//go:wasmimport webgl programProblem
func programProblem(program uint32, to unsafe.Pointer, room int32) int32

// textOf is a text that the page writes into memory.
func textOf(write func(id uint32, to unsafe.Pointer, room int32) int32, id uint32) string {
	var room [4096]byte
	return string(room[:write(id, unsafe.Pointer(&room), int32(len(room)))])
}

func GetString(name uint32) string { return textOf(getString, name) }

// ShaderProblem is the error of a shader that did not compile, empty for one that did.
func ShaderProblem(shader uint32) string { return textOf(shaderProblem, shader) }

// ProgramProblem is the error of a program that did not link, empty for one that did.
func ProgramProblem(program uint32) string { return textOf(programProblem, program) }

//go:wasmimport webgl getUniformLocation
func getUniformLocation(program uint32, name unsafe.Pointer, length int32) int32

func GetUniformLocation(program uint32, name string) int32 {
	return getUniformLocation(program, unsafe.Pointer(unsafe.StringData(name)), int32(len(name)))
}

//go:wasmimport webgl getUniformBlockIndex
func getUniformBlockIndex(program uint32, name unsafe.Pointer, length int32) uint32

func GetUniformBlockIndex(program uint32, name string) uint32 {
	return getUniformBlockIndex(program, unsafe.Pointer(unsafe.StringData(name)), int32(len(name)))
}
