// Package linkshape makes collision shapes and drawings of the links of robots: of the meshes that URDF and
// SDF files name, and of round and angular solids.
package linkshape
