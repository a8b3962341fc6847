package load

import (
	"tumble/physics"
	"tumble/scene/gltf/internal/jsonvalue"
)

// readOwnCollider reads the extension of a collider or trigger and returns its order.
func readOwnCollider(v jsonvalue.Value, def *physics.ShapeDef) uint64 {
	if !v.IsObject() {
		return 0
	}
	v.Only("density", "contactEvents", "hitEvents", "sensorEvents", "order", "tag", "ends", "plane", "bounds",
		"compound", "physicsMaterial",
		"surfaces")
	def.Density = v.At("density").Single(def.Density, 0, 1e9)
	def.ContactEvents = v.At("contactEvents").Flag(def.ContactEvents)
	def.HitEvents = v.At("hitEvents").Flag(def.HitEvents)
	def.SensorEvents = v.At("sensorEvents").Flag(def.SensorEvents)
	def.UserTag = v.Bits("tag", 0)
	return orderOf(v)
}
