package urdf_test

import (
	"fmt"

	"tumble/scene/urdf"
)

func ExampleDecode() {
	m, err := urdf.Decode([]byte(`<robot name="door">
  <link name="world"/>
  <link name="leaf"><inertial><mass value="20"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
	</inertial></link>
  <joint name="hinge" type="revolute"><parent link="world"/><child link="leaf"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="1.6" effort="50" velocity="2"/></joint>
</robot>`), "door", urdf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	axis := m.Joints[0].Def.AxisAt(0)
	fmt.Printf("%s: %g to %g rad\n", m.Joints[0].Name, axis.Lower, axis.Upper)
	// Output: hinge: 0 to 1.6 rad
}
