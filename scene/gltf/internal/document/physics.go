package document

import (
	"maps"

	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// NodePhysics returns the physics of a node in the form of KHR_physics_rigid_bodies.
func (d *Document) NodePhysics(ext jsonvalue.Value) jsonvalue.Value {
	if khr := ext.At(extension.Bodies); !khr.Missing() {
		return khr
	}
	if msft := ext.At("MSFT_rigid_bodies"); msft.IsObject() {
		return msft.With(fromMSFT(msft))
	}
	body, joint := ext.At("OMI_physics_body"), ext.At("OMI_physics_joint")
	if body.IsObject() || joint.IsObject() {
		if body.Missing() {
			body = joint
		}
		out := fromOMI(ext)
		if c := ext.At("OMI_collider"); c.IsObject() {
			maps.Copy(out, fromOMICollider(c, d.oldColliders()))
		}
		return body.With(out)
	}
	if c := ext.At("OMI_collider"); c.IsObject() {
		return c.With(fromOMICollider(c, d.oldColliders()))
	}
	return ext.At(extension.Bodies)
}

// List returns a document-level array, with the names of its members in KHR form.
func (d *Document) List(name string) []jsonvalue.Value {
	ext := d.Root.At("extensions")
	if l := ext.Path(extension.Bodies, name); !l.Missing() {
		return l.List()
	}
	switch name {
	case "physicsMaterials":
		list := ext.Path("MSFT_rigid_bodies", name)
		if list.Missing() {
			list = ext.Path("OMI_physics_body", name)
		}
		return each2(list, fromMaterial)
	case "collisionFilters":
		if l := ext.Path("OMI_physics_body", name); !l.Missing() {
			return l.List()
		}
		// the filters of MSFT_collision_primitives are members of the colliders
		return ext.Path("MSFT_collision_primitives", "colliders").List()
	case "physicsJoints":
		if l := ext.Path("OMI_physics_joint", name); !l.Missing() {
			return each2(l, fromOMIJoint)
		}
		list := ext.Path("MSFT_rigid_bodies", name)
		if list.Missing() {
			list = ext.Path("MSFT_rigid_bodies", "physicsJointLimits")
		}
		return each2(list, fromLimits)
	}
	return nil
}

// oldColliders are the shapes of OMI_collider.
func (d *Document) oldColliders() []jsonvalue.Value {
	return d.Root.Path("extensions", "OMI_collider", "colliders").List()
}

// Shapes are the implicit shapes of the document in KHR form.
func (d *Document) Shapes() []jsonvalue.Value {
	ext := d.Root.At("extensions")
	if l := ext.Path(extension.Shapes, "shapes"); !l.Missing() {
		return l.List()
	}
	if l := ext.Path("OMI_physics_shape", "shapes"); !l.Missing() {
		return each2(l, fromOMIShape)
	}
	if l := ext.Path("OMI_collider", "colliders"); !l.Missing() {
		return each2(l, fromOMIColliderShape)
	}
	return each2(ext.Path("MSFT_collision_primitives", "colliders"), fromCollider)
}

// FiltersByShape reports whether the filters of colliders belong to the shapes themselves.
func (d *Document) FiltersByShape() bool {
	ext := d.Root.At("extensions")
	return ext.At(extension.Bodies).Missing() && !ext.At("MSFT_collision_primitives").Missing()
}
