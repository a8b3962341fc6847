package sdf_test

import (
	"fmt"

	"tumble/scene/sdf"
)

func ExampleDecode() {
	m, err := sdf.Decode([]byte(`<sdf version="1.9"><model name="ball"><pose>0 0 3 0 0 0</pose><link name="shell">
  <inertial><mass>0.5</mass></inertial>
  <collision name="skin"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link></model></sdf>`),
		"ball", sdf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Bodies[0].Def.Name, m.Bodies[0].Shapes[0].Name, m.Bodies[0].Mass.Mass, "kg")
	// Output: ball::shell skin 0.5 kg
}
