// Package trimesh reads the meshes and textures of a document and cuts a mesh into parts of one colour,
// which is what the renderer draws.
package trimesh
