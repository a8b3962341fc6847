package gltf_test

import (
	"fmt"

	"tumble/scene/gltf"
)

func ExampleDecode() {
	m, err := gltf.Decode([]byte(`{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
  "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
  "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 0.5}}]}},
  "nodes": [{"name": "ball", "translation": [0, 4, 0], "extensions": {"KHR_physics_rigid_bodies":
    {"motion": {"mass": 2}, "collider": {"geometry": {"shape": 0}}}}}]}`), "ball", gltf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Bodies[0].Def.Name, m.Bodies[0].Def.Position, m.Bodies[0].Mass.Mass, "kg")
	// Output: ball {0 4 0} 2 kg
}
