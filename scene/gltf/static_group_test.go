package gltf

import (
	"fmt"
	"strings"
	"testing"

	"tumble/physics"
)

// TestJointsOfStaticGroups holds that a body on a joint to a node below a static OMI body, in both drafts, does not
// collide with the colliders of that body: a door that overlaps its frame gains no energy.
func TestJointsOfStaticGroups(t *testing.T) {
	const shapes = `"OMI_physics_shape":{"shapes":[{"type":"box","box":{"size":[1,1,1]}}]},
"OMI_physics_joint":{"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"min":0,"max":0},
{"angularAxes":[0,1],"min":0,"max":0}]}]}`
	for name, static := range map[string]string{"motion": `{"motion":{"type":"static"}}`, "type": `{"type":"static"}`} {
		text := fmt.Sprintf(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,3]}],
"extensionsUsed":["OMI_physics_body","OMI_physics_shape","OMI_physics_joint"],"extensions":{%s},"nodes":[
{"name":"frame","extensions":{"OMI_physics_body":%s},"children":[1,2]},
{"extensions":{"OMI_physics_body":{"collider":{"shape":0}}}},
{"translation":[0.4,0,0],"extensions":{"OMI_physics_joint":{"connectedNode":4,"joint":0}}},
{"name":"door","translation":[0.8,0,0],"extensions":{"OMI_physics_body":{"motion":{"type":"dynamic","mass":2},
"collider":{"shape":0}}},
 "children":[4]},{"translation":[-0.4,0,0]}]}`, shapes, static)
		s := read(t, strings.ReplaceAll(text, "\n", "")).Scene()
		r, err := s.New(s.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var door physics.Body
		for _, b := range r.World.Bodies(nil) {
			if b.Type() == physics.Dynamic {
				door = b
			}
		}
		begin, most := float64(door.WorldCenter().Y), 0.0
		for range 200 {
			r.World.Step(0.01)
			v, w := float64(door.LinearVelocity().Len2()), door.Rotation().InvRotate(door.AngularVelocity())
			spin := float64(w.Dot(door.Inertia().MulVec(w)))
			energy := 0.5*2*v + 0.5*spin + 2*9.81*(float64(door.WorldCenter().Y)-begin)
			most = max(most, energy)
		}
		if most > 0.2 || r.World.Counters().Contacts > 0 {
			t.Errorf("%s: the door gains %.2f J, with %d contacts", name, most, r.World.Counters().Contacts)
		}
		r.World.Close()
	}
}
