package mjcf_test

import (
	"fmt"

	"tumble/scene/mjcf"
)

func ExampleDecode() {
	m, err := mjcf.Decode([]byte(`<mujoco><worldbody>
  <body name="arm" pos="0 0 1"><joint name="shoulder" axis="0 1 0"/>
	<geom name="bone" type="capsule" fromto="0 0 0 0 0 .5" size=".04"/>
    <site name="hand" pos="0 0 .5"/></body></worldbody>
  <actuator><motor name="drive" joint="shoulder" ctrlrange="-5 5" ctrllimited="true"/></actuator>
	</mujoco>`), "arm", mjcf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Bodies[0].Def.Name, m.Bodies[0].Shapes[0].Name, m.Joints[0].Name, m.Sites[0].Name,
		m.Actuators[0].Name)
	// Output: arm bone shoulder hand drive
}
