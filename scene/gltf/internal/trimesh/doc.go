// Package trimesh reads the meshes and textures of a document and cuts a mesh into parts of one colour,
// as the renderer draws them.
package trimesh
