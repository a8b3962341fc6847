"use strict";
// The module "webgl" that browser_js.go imports: the functions of WebGL 2 on objects that are numbers, with data in the
// memory of the program.

// webglModule has the functions on a context; memory() is the memory of the program.
function webglModule(gl, memory) {
	const objects = [null]; // by number
	const spare = [];
	const keep = (object) => {
		const id = spare.length ? spare.pop() : objects.length;
		objects[id] = object;
		return id;
	};
	const drop = (id) => {
		const object = objects[id];
		if (id > 0 && object) {
			objects[id] = null;
			spare.push(id);
		}
		return object;
	};
	const locations = [];
	const read = new TextDecoder(), write = new TextEncoder();
	const text = (at, length) => read.decode(new Uint8Array(memory(), at, length));
	const put = (s, at, room) => write.encodeInto(s || "", new Uint8Array(memory(), at, room)).written;
	const bytes = (at, length) => new Uint8Array(memory(), at, length);
	const extension = (name) => gl.getExtension(name);
	extension("EXT_color_buffer_float");
	extension("EXT_float_blend");
	const cut = extension("WEBGL_clip_cull_distance"), clamp = extension("EXT_depth_clamp");
	const wire = extension("WEBGL_polygon_mode");
	const named = extension("WEBGL_debug_renderer_info");
	// capabilities of OpenGL that WebGL has always on, or only by an extension
	const framebufferSRGB = 0x8DB9, depthClamp = 0x864F, clipDistance = 0x3000;
	const known = (capability) => capability !== framebufferSRGB && (capability !== depthClamp || clamp) &&
		(capability < clipDistance || capability > clipDistance + 7 || cut);
	// pixels as the view that the type asks for, null for none
	const pixels = (at, kind, length) => {
		if (at === 0) return null;
		if (kind === gl.UNSIGNED_INT) return new Uint32Array(memory(), at, length);
		if (kind === gl.FLOAT) return new Float32Array(memory(), at, length);
		return new Uint8Array(memory(), at, length);
	};
	const channels = (format) => ({[gl.RED]: 1, [gl.RG]: 2, [gl.RG_INTEGER]: 2}[format] || 4);
	return {
		activeTexture: (t) => gl.activeTexture(t),
		attachShader: (p, s) => gl.attachShader(objects[p], objects[s]),
		bindBuffer: (t, b) => gl.bindBuffer(t, objects[b]),
		bindBufferRange: (t, i, b, offset, size) => gl.bindBufferRange(t, i, objects[b], offset, size),
		bindFramebuffer: (t, f) => gl.bindFramebuffer(t, objects[f]),
		bindRenderbuffer: (t, r) => gl.bindRenderbuffer(t, objects[r]),
		bindSampler: (unit, s) => gl.bindSampler(unit, objects[s]),
		bindTexture: (t, x) => gl.bindTexture(t, objects[x]),
		bindVertexArray: (a) => gl.bindVertexArray(objects[a]),
		blendFunc: (s, d) => gl.blendFunc(s, d),
		blendFuncSeparate: (s, d, sa, da) => gl.blendFuncSeparate(s, d, sa, da),
		blitFramebuffer: (...a) => gl.blitFramebuffer(...a),
		bufferData: (t, size, at, usage) => at ? gl.bufferData(t, bytes(at, size), usage) : gl.bufferData(t, size, usage),
		bufferSubData: (t, offset, size, at) => gl.bufferSubData(t, offset, bytes(at, size)),
		checkFramebufferStatus: (t) => gl.checkFramebufferStatus(t),
		clear: (mask) => gl.clear(mask),
		clearColor: (r, g, b, a) => gl.clearColor(r, g, b, a),
		compileShader: (s) => gl.compileShader(objects[s]),
		copyBufferSubData: (from, to, fromOffset, toOffset, size) =>
			gl.copyBufferSubData(from, to, fromOffset, toOffset, size),
		createProgram: () => keep(gl.createProgram()),
		createShader: (kind) => keep(gl.createShader(kind)),
		deleteProgram: (p) => gl.deleteProgram(drop(p)),
		deleteShader: (s) => gl.deleteShader(drop(s)),
		depthFunc: (f) => gl.depthFunc(f),
		depthMask: (on) => gl.depthMask(on !== 0),
		detachShader: (p, s) => gl.detachShader(objects[p], objects[s]),
		disable: (c) => known(c) && gl.disable(c),
		drawArrays: (mode, first, count) => gl.drawArrays(mode, first, count),
		drawArraysInstanced: (mode, first, count, n) => gl.drawArraysInstanced(mode, first, count, n),
		drawBuffer: (b) => gl.drawBuffers([b]),
		drawElementsInstanced: (mode, count, kind, offset, n) => gl.drawElementsInstanced(mode, count, kind, offset, n),
		enable: (c) => known(c) && gl.enable(c),
		enableVertexAttribArray: (i) => gl.enableVertexAttribArray(i),
		framebufferRenderbuffer: (t, a, kind, r) => gl.framebufferRenderbuffer(t, a, kind, objects[r]),
		framebufferTexture2D: (t, a, kind, x, level) => gl.framebufferTexture2D(t, a, kind, objects[x], level),
		framebufferTextureLayer: (t, a, x, level, layer) => gl.framebufferTextureLayer(t, a, objects[x], level, layer),
		getError: () => gl.getError(),
		getInteger: (name) => gl.getParameter(name) | 0,
		getString: (name, at, room) => {
			const hidden = name === gl.RENDERER && named;
			return put(gl.getParameter(hidden ? named.UNMASKED_RENDERER_WEBGL : name), at, room);
		},
		getUniformBlockIndex: (p, at, length) => gl.getUniformBlockIndex(objects[p], text(at, length)),
		getUniformLocation: (p, at, length) => {
			const location = gl.getUniformLocation(objects[p], text(at, length));
			return location === null ? -1 : locations.push(location) - 1;
		},
		linkProgram: (p) => gl.linkProgram(objects[p]),
		pixelStorei: (name, value) => gl.pixelStorei(name, value),
		polygonMode: (face, mode) => wire && wire.polygonModeWEBGL(face, mode),
		polygonOffset: (factor, units) => gl.polygonOffset(factor, units),
		programProblem: (p, at, room) => gl.getProgramParameter(objects[p], gl.LINK_STATUS) ? 0
			: put(gl.getProgramInfoLog(objects[p]) || "not linked", at, room),
		readBuffer: (b) => gl.readBuffer(b),
		readPixels: (x, y, w, h, format, kind, at) => gl.readPixels(x, y, w, h, format, kind, bytes(at, 4 * w * h)),
		renderbufferStorage: (t, format, w, h) => gl.renderbufferStorage(t, format, w, h),
		renderbufferStorageMultisample: (t, n, format, w, h) => gl.renderbufferStorageMultisample(t, n, format, w, h),
		samplerParameteri: (s, name, value) => gl.samplerParameteri(objects[s], name, value),
		scissor: (x, y, w, h) => gl.scissor(x, y, w, h),
		shaderProblem: (s, at, room) => gl.getShaderParameter(objects[s], gl.COMPILE_STATUS) ? 0
			: put(gl.getShaderInfoLog(objects[s]) || "not compiled", at, room),
		shaderSource: (s, at, length) => gl.shaderSource(objects[s], text(at, length)),
		texImage2D: (t, level, internal, w, h, border, format, kind, at) =>
			gl.texImage2D(t, level, internal, w, h, border, format, kind, pixels(at, kind, w * h * channels(format))),
		texImage3D: (t, level, internal, w, h, d, border, format, kind, at) =>
			gl.texImage3D(t, level, internal, w, h, d, border, format, kind, pixels(at, kind, w * h * d * channels(format))),
		texParameteri: (t, name, value) => gl.texParameteri(t, name, value),
		texSubImage2D: (t, level, x, y, w, h, format, kind, at) =>
			gl.texSubImage2D(t, level, x, y, w, h, format, kind, pixels(at, kind, w * h * channels(format))),
		uniform1i: (l, v) => gl.uniform1i(locations[l], v),
		uniform2iv: (l, n, at) => gl.uniform2iv(locations[l], new Int32Array(memory(), at, 2 * n)),
		uniform4fv: (l, n, at) => gl.uniform4fv(locations[l], new Float32Array(memory(), at, 4 * n)),
		uniformBlockBinding: (p, block, binding) => gl.uniformBlockBinding(objects[p], block, binding),
		useProgram: (p) => gl.useProgram(objects[p]),
		vertexAttribPointer: (i, size, kind, normalised, stride, offset) =>
			gl.vertexAttribPointer(i, size, kind, normalised !== 0, stride, offset),
		viewport: (x, y, w, h) => gl.viewport(x, y, w, h),
		newBuffer: () => keep(gl.createBuffer()),
		newTexture: () => keep(gl.createTexture()),
		newVertexArray: () => keep(gl.createVertexArray()),
		newFramebuffer: () => keep(gl.createFramebuffer()),
		newRenderbuffer: () => keep(gl.createRenderbuffer()),
		newSampler: () => keep(gl.createSampler()),
		deleteBuffer: (id) => gl.deleteBuffer(drop(id)),
		deleteTexture: (id) => gl.deleteTexture(drop(id)),
		deleteVertexArray: (id) => gl.deleteVertexArray(drop(id)),
		deleteFramebuffer: (id) => gl.deleteFramebuffer(drop(id)),
		deleteRenderbuffer: (id) => gl.deleteRenderbuffer(drop(id)),
		deleteSampler: (id) => gl.deleteSampler(drop(id)),
	};
}
