package usd_test

import (
	"fmt"

	"tumble/scene/usd"
)

func ExampleDecode() {
	m, err := usd.Decode([]byte(`#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Y"
)
def Sphere "Ball" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"])
{
    double radius = 0.5
    double3 xformOp:translate = (0, 4, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
`), "ball", usd.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Bodies[0].Def.Name, m.Bodies[0].Def.Position, m.Bodies[0].Shapes[0].Name)
	// Output: /Ball {0 4 0} /Ball
}
