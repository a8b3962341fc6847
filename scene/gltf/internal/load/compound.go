package load

import (
	"tumble/physics"
	"tumble/scene/model"
)

// compoundKey names a compound of a body.
type compoundKey struct{ body, number int }

// compound is a shape made of the colliders that name it, at its index in the list of its body.
type compound struct {
	index int
	parts []physics.Geometry
}

// compounds are the compound shapes of a model until all of their parts are known.
type compounds struct {
	*reading
	known map[compoundKey]*compound
	order []compoundKey // as they came
}

// addPart adds a collider to the compound shape that it is a part of.
func (d *compounds) addPart(body, number int, shape model.Shape) {
	key := compoundKey{body, number}
	c := d.known[key]
	if c == nil {
		c = &compound{index: len(d.scene.Bodies[body].Shapes)}
		d.known[key] = c
		d.order = append(d.order, key)
		d.scene.Bodies[body].Shapes = append(d.scene.Bodies[body].Shapes, shape)
	}
	c.parts = append(c.parts, shape.Geometry)
}

// closeCompounds builds the compounds when all of their parts are known.
func (d *compounds) closeCompounds() {
	for _, key := range d.order {
		c := d.known[key]
		built, err := physics.NewCompound(c.parts)
		if err != nil {
			d.Faults.Errorf("/nodes", "compound %d of %q: %v", key.number, d.scene.Bodies[key.body].Def.Name, err)
			return
		}
		d.scene.Bodies[key.body].Shapes[c.index].Geometry = built
	}
}
