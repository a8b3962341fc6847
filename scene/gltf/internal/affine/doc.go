// Package affine places glTF nodes: translation, rotation and a scale that may mirror and shear, in
// double precision, and the principal axes of an inertia tensor.
package affine
