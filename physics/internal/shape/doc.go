// Package shape holds the collision geometry of the physics engine: the shapes of bodies,
// without pose, material or identity.
//
// A Geometry is a small tagged value in the frame of its body (metres, right-handed, y up).
// Big shapes (Hull, Mesh, HeightField) are immutable blobs behind a pointer and may be shared
// by any number of bodies and goroutines.
//
// Constructors check everything that comes from outside and answer with an error; the
// methods of a Geometry that a constructor returned never fail, never allocate and give the
// same bits on every platform.
package shape
