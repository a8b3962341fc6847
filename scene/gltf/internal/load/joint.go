package load

import (
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

func readJoint(d *reading, i int, j jsonvalue.Value, list []jsonvalue.Value) {
	j.Only("connectedNode", "joint", "enableCollision", "nodeA", "nodeB", "constraints")
	var e ends
	var six sixfold
	if !j.At("nodeA").Missing() || !j.At("nodeB").Missing() {
		// the first draft of OMI_physics_joint: one frame, two bodies
		a, b := j.At("nodeA").Index(len(d.nodes), "nodes"), j.At("nodeB").Index(len(d.nodes), "nodes")
		if a < 0 || b < 0 {
			j.Errorf("needs nodeA and nodeB")
			return
		}
		at := d.nodes[i].world.Transform()
		e.a, e.b = d.nodes[a].body, d.nodes[b].body
		e.frameA, e.frameB = d.inBody(e.a, at), d.inBody(e.b, at)
		constraints := d.Root.Path("extensions", "OMI_physics_joint", "constraints").List()
		for _, c := range j.At("constraints").List() {
			if k := c.Index(len(constraints), "constraints"); k >= 0 {
				six.limit(constraints[k].With(document.Limit(constraints[k])))
			}
		}
	} else {
		other := j.At("connectedNode").Index(len(d.nodes), "nodes")
		k := j.At("joint").Index(len(list), "physicsJoints")
		if other < 0 || k < 0 {
			j.Errorf("needs connectedNode and joint")
			return
		}
		if !d.nodes[other].inScene {
			j.At("connectedNode").Errorf("node %d is not in the scene", other)
			return
		}
		e.a, e.frameA = d.side(i)
		e.b, e.frameB = d.side(other)
		if list[k].IsObject() {
			six.read(list[k])
		}
	}
	e.name = d.jointName(i)
	e.collide = j.At("enableCollision").Flag(false)
	if e.a == e.b {
		j.Errorf("both sides belong to the same body")
		return
	}
	if !d.movable(e.a) && !d.movable(e.b) {
		j.Warnf("neither side can move: the joint has no effect")
		return
	}
	if e.b < 0 {
		// the engine lets only the first side be the world
		e.b = d.sceneryBody()
	}
	own := j.Path("extensions", extension.Own)
	if own.IsObject() && !own.At("kind").Missing() {
		addOwnJoint(d.scene, own, e)
		return
	}
	addJoint(d.scene, &six, e, own, j)
}

// jointName is the name of a joint: that of its node, unless the node is a body.
func (d *reading) jointName(node int) string {
	if !d.nodes[node].khr.At("motion").Missing() {
		return ""
	}
	return d.GLTF.Nodes[node].Name
}

// readJoints makes the joints of the scene.
func readJoints(d *reading) {
	list := d.List("physicsJoints")
	for _, i := range d.walked {
		j := d.nodes[i].khr.At("joint")
		if !j.IsObject() {
			continue
		}
		before := len(d.scene.Joints)
		if before >= model.MaxJoints {
			j.Errorf("is joint number %d: at most %d are allowed", before+1, model.MaxJoints)
			return
		}
		if readJoint(d, i, j, list); len(d.scene.Joints) > before {
			d.jointOf[i] = len(d.scene.Joints)
		}
	}
}
