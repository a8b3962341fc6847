// Package vec holds the small linear algebra of the physics engine: Vec3, Quat,
// Mat3, Transform and AABB in single precision, and trigonometry with fixed bits.
//
// Two rules shape the package.
//
// Vectors are structs with named fields, not arrays: Go keeps arrays in memory
// even when every call is inlined, which costs a contact row a factor of five.
//
// Every product that feeds a sum is written float32(a*b). Go may fuse a*b+c into
// one instruction on arm64, riscv64, ppc64le, s390x and amd64 v3, and does not on
// the others; the explicit conversion forbids it, so all platforms compute the
// same bits. For the same reason sine, cosine and arc tangent are polynomials of
// this package and not those of package math.
//
// Frames are right-handed, y is up, quaternions are (x, y, z, w) with w the
// scalar part, and a quaternion q rotates a vector from the local to the outer frame.
package vec
