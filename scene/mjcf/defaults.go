package mjcf

import "tumble/scene/internal/xmlscene"

// inherited are the elements that take values from default classes.
var inherited = map[string]bool{
	"geom": true, "joint": true, "position": true, "velocity": true, "motor": true, "general": true, "damper": true,
	"intvelocity": true,
	"mesh":        true, "material": true, "site": true, "equality": true, "pair": true, "tendon": true,
}

// readDefaults reads a class with all below it. A class has the values of its parent and its own.
func (r *reader) readDefaults(d *xmlscene.Element, class string, parent defaults) {
	class = d.Text("class", class)
	own := defaults{}
	for tag, attrs := range parent {
		own[tag] = map[string]string{}
		for k, v := range attrs {
			own[tag][k] = v
		}
	}
	for _, c := range d.Children {
		if c.Name == "default" {
			continue
		}
		if !inherited[c.Name] {
			continue
		}
		c.Use()
		if own[c.Name] == nil {
			own[c.Name] = map[string]string{}
		}
		for _, a := range c.Attributes() {
			own[c.Name][a] = c.Text(a, "")
		}
	}
	r.classes[class] = own
	for _, c := range d.All("default") {
		r.readDefaults(c, "", own)
	}
}

// inherit gives an element the values of its class that it has not.
func (r *reader) inherit(e *xmlscene.Element, childClass string) { r.inheritAs(e, e.Name, childClass) }

// inheritAs is inherit for an element that has another name in the classes.
func (r *reader) inheritAs(e *xmlscene.Element, name, childClass string) {
	if c, ok := r.frameClass[e]; ok {
		childClass = c
	}
	class := e.Text("class", childClass)
	if class == "" {
		class = "main"
	}
	d, ok := r.classes[class]
	if !ok && class != "main" {
		e.Errorf("there is no class %q", class)
	}
	for attribute, value := range d[name] {
		e.SetDefault(attribute, value)
	}
}
