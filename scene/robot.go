//go:build !js

package scene

import (
	"tumble/scene/mjcf"
	"tumble/scene/model"
	"tumble/scene/sdf"
	"tumble/scene/urdf"
	"tumble/scene/usd"
)

// decodeRobot reads the formats of other simulators, nil for a file of none of them.
func decodeRobot(path string, data []byte, o Options, beside model.Beside) (m *Model) {
	switch extensionOf(path) {
	case ".urdf":
		m, _ = urdf.Decode(data, path, urdf.Options{Beside: beside, KeepFixedLinks: o.KeepFixedLinks,
			SelfCollision: o.SelfCollision})
	case ".sdf", ".world":
		m, _ = sdf.Decode(data, path, sdf.Options{Beside: beside, KeepFixedLinks: o.KeepFixedLinks,
			SelfCollision: o.SelfCollision})
	case ".usda", ".usd", ".usdz":
		m, _ = usd.Decode(data, path, usd.Options{Beside: beside})
	case ".xml", ".mjcf":
		m, _ = mjcf.Decode(data, path, mjcf.Options{Beside: beside, Key: o.Key})
	}
	return m
}
