// Package save writes a scene as a glTF document: bodies as nodes, shapes and joints in the words of the
// standard extensions as far as those reach, and exactly in TUMBLE_physics.
package save
