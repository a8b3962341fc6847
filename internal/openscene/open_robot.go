//go:build !js

package openscene

import (
	"tumble/internal/mjcf"
	"tumble/internal/sdf"
	"tumble/internal/urdf"
	"tumble/internal/usd"
)

// decodeRobot reads the formats of other simulators; it reports whether the file has one.
func (f *File) decodeRobot(data []byte, beside func(string) ([]byte, error)) bool {
	switch extensionOf(f.Path) {
	case ".urdf":
		f.Model = urdf.Decode(data, f.Path, urdf.Options{
			Beside: beside, KeepFixedLinks: options.KeepFixedLinks, SelfCollision: options.SelfCollision,
		}, &f.Faults)
	case ".sdf", ".world":
		f.Model = sdf.Decode(data, f.Path, sdf.Options{
			Beside: beside, KeepFixedLinks: options.KeepFixedLinks, SelfCollision: options.SelfCollision,
		}, &f.Faults)
	case ".usda", ".usd", ".usdz":
		f.Model = usd.Decode(data, f.Path, usd.Options{Beside: beside}, &f.Faults)
	case ".xml", ".mjcf":
		f.Model = mjcf.Decode(data, f.Path, mjcf.Options{Beside: beside, Key: options.Key}, &f.Faults)
	default:
		return false
	}
	return true
}
