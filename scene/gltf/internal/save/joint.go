package save

import (
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// joint writes a joint: its frames as nodes below its bodies, limits and drives as far as the
// standard has words, and the whole joint in the extension.
func (e *encoder) joint(j *model.Joint) error {
	f := j.Def.Ends()
	side := func(body int, at vec.Transform, name string) int {
		n := nodeAt(name, vec.Transform{P: at.P, Q: at.Q.Unit()})
		if body < 0 {
			return e.node(-1, n)
		}
		return e.node(e.bodies[body], n)
	}
	a, b := side(j.A, f.FrameA, j.Name), side(j.B, f.FrameB, "")
	e.jointNodes = append(e.jointNodes, a)
	index, err := e.joints.put(describe(j))
	if err != nil {
		return err
	}
	own := exactly(j.Def)
	if f.Mendable {
		own["mendable"] = true
	}
	if f.BreakForce != 0 {
		own["breakForce"] = single(f.BreakForce)
	}
	if f.BreakTorque != 0 {
		own["breakTorque"] = single(f.BreakTorque)
	}
	if j.Coordinates != nil {
		own["coordinates"] = j.Coordinates
	}
	if j.Armature != nil {
		own["armature"] = singles(j.Armature)
	}
	if j.Passive != nil {
		var list []any
		for _, p := range j.Passive {
			one := jsonvalue.Object{}
			numbers(one, map[string]float32{"stiffness": p.Stiffness, "damping": p.Damping, "rest": p.Rest})
			list = append(list, one)
		}
		own["passive"] = list
	}
	if j.Off {
		own["off"] = true
	}
	putOrder(own, j.Order)
	putTag(own, f.UserTag)
	content := jsonvalue.Object{"connectedNode": b, "joint": index, "extensions": jsonvalue.Object{extension.Own: own}}
	if f.CollideConnected {
		content["enableCollision"] = true
	}
	extend(e.doc.Nodes[a], extension.Bodies, jsonvalue.Object{"joint": content})
	return nil
}
