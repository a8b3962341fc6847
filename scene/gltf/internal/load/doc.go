// Package load builds a scene from a glTF document: settings, node tree, bodies, shapes, joints and
// drawings, in this order.
package load
