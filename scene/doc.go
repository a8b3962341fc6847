// Package scene opens descriptions of robots and worlds in the formats of other programs: URDF, MJCF, SDF, OpenUSD
// and glTF with physics.
//
// A file becomes a Model: bodies, joints, shapes, sites, actuators and sensors with the names that they have in the
// file, in SI units with the y axis upwards, and with the faults of the file as values. Build makes it in a world and
// finds the things of the world by these names:
//
//	m, err := scene.Open("arm.urdf", scene.Options{})
//	if err != nil {
//		return err
//	}
//	world, err := physics.NewWorld(m.WorldDef())
//	if err != nil {
//		return err
//	}
//	arm, err := m.Build(world)
//	if err != nil {
//		return err
//	}
//	elbow, err := arm.Joint("elbow")
//
// Files come from anywhere. A reader takes no more memory than the limits of Options and of package model allow,
// reads other files only below the folders that belong to the scene, and never through links out of them.
//
// Each format has a package of its own below this one, which reads bytes without a file system. This package chooses
// among them by the ending of a name.
package scene
