package save

import (
	"fmt"

	"tumble/physics"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// document writes the extensions of the document: settings, materials, filters, joints and shapes.
func (e *encoder) document() {
	s := e.scene
	settings := jsonvalue.Object{}
	for _, f := range extension.Settings() {
		switch x := f.Value(s.Settings); {
		case x == f.Value(physics.DefaultSettings()):
		case f.Switch:
			settings[f.Key] = x != 0
		default:
			settings[f.Key] = single(x)
		}
	}
	own := jsonvalue.Object{"gravity": vector(s.Settings.Gravity), "hz": s.Rate(), "substeps": s.Settings.SubSteps}
	if len(settings) > 0 {
		own["settings"] = settings
	}
	if s.Text != "" {
		own["text"] = s.Text
	}
	if s.Steps > 0 {
		own["seconds"] = single(float32(s.Steps) / float32(s.Rate()))
	}
	if v := s.View; v.Distance > 0 {
		own["camera"] = jsonvalue.Object{"target": vector(v.Target), "distance": single(v.Distance),
			"yaw": single(v.Yaw), "pitch": single(v.Pitch)}
	}
	if c := s.Continuation; c != nil {
		own["continuation"] = jsonvalue.Object{"of": fmt.Sprintf("%016x", c.Of), "then": fmt.Sprintf("%016x", c.Then),
			"state": e.bytes(c.State)}
	}
	if list := e.actuators(); list != nil {
		own["actuators"] = list
	}
	if list := e.sensors(); list != nil {
		own["sensors"] = list
	}
	e.doc.Extensions[extension.Own] = own
	bodies := jsonvalue.Object{}
	for name, t := range map[string]*table{"physicsMaterials": e.materials, "collisionFilters": e.filters,
		"physicsJoints": e.joints} {
		if len(t.list) > 0 {
			bodies[name] = t.list
		}
	}
	if len(bodies) > 0 {
		e.doc.Extensions[extension.Bodies] = bodies
	}
	if len(e.shapes.list) > 0 {
		e.doc.Extensions[extension.Shapes] = jsonvalue.Object{"shapes": e.shapes.list}
		e.doc.ExtensionsUsed = append([]string{extension.Shapes}, e.doc.ExtensionsUsed...)
	}
}
