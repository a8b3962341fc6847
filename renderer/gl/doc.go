// Package gl draws with OpenGL 4.1 core, and in a browser with WebGL 2: it implements renderer.Device.
//
// # How a frame is made
//
// The packet is copied into one buffer. Instances, lines, points and quads are read by the shaders
// from there with an index, because OpenGL 4.1 cannot start a draw at a later instance; all
// meshes lie in one arena under one vertex array, and the device remembers the state of OpenGL. So a
// draw of a mesh is two calls, and a frame of ten thousand bodies less than a hundred.
//
//	PassShadow       depth of the casters, one layer of a texture array per cascade
//	PassScene        display colours of opaque things in a multisampled sRGB target; alpha
//	                 is the share of the colour that comes from the sky
//	PassTransparent  blended into it
//	PassOverlay      lines, points and labels blended into the scene target
//	PassOutline      silhouettes into a mask
//	 (finish)        ambient occlusion from the depth at half the resolution; samples
//	                 averaged as light; outline; encoded into the picture
//	PassUI           blended onto the picture in display space
//	EndFrame         the picture is copied to the window, if there is one
//
// Tone mapping happens in the surface shaders, before the samples are averaged: a bright edge
// against a dark ground stays smooth, which it does not when averaged before.
//
// # WebGL
//
// Both devices are the same code over package api, but for driver.go and stream.go and their counterparts that end in
// _js.go. WebGL has no textures over a buffer, so records come from rows of a texture of integers; no textures of
// samples, so renderbuffers are resolved before a shader reads them; and nothing on a page may wait for the device.
//
// # Threads
//
// A [Device] belongs to the thread on which its context is current. The functions of OpenGL are
// found once per process.
package gl
