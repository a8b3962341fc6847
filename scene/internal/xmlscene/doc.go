// Package xmlscene is the common part of URDF, SDF and MJCF: a tree of XML elements that notes what was
// read of it, so that everything else can be listed as ignored; meshes in files beside the scene; and
// the rotation from the z axis upwards to the y axis.
package xmlscene
