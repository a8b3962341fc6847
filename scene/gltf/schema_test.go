package gltf

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tumble/physics/scenes"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/model"
)

// schema checks values against the part of JSON Schema (2020-12) that the schemas here use.
type schema struct {
	root map[string]any
}

func readSchema(t *testing.T, path string) *schema {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &schema{}
	if err := json.Unmarshal(data, &s.root); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return s
}

// knownWords are the keywords that check understands; another one in a schema would be no check.
var knownWords = map[string]bool{"$schema": true, "$defs": true, "$ref": true, "title": true, "type": true,
	"required": true, "properties": true,
	"additionalProperties": true, "items": true, "enum": true, "minimum": true, "maximum": true,
	"exclusiveMinimum": true, "minItems": true,
	"maxItems": true, "uniqueItems": true, "oneOf": true, "not": true, "pattern": true}

// check returns the fault of a value, or nothing.
func (s *schema) check(rule map[string]any, v any, toWorld string) []string {
	if ref, ok := rule["$ref"].(string); ok {
		return s.check(s.def(strings.TrimPrefix(ref, "#/$defs/")), v, toWorld)
	}
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, toWorld+": "+fmt.Sprintf(format, args...)) }
	for word := range rule {
		if !knownWords[word] {
			add("the schema uses %s", word)
		}
	}
	switch rule["type"] {
	case "object":
		wrong = append(wrong, s.checkObject(rule, v, toWorld)...)
	case "array":
		wrong = append(wrong, s.checkArray(rule, v, toWorld)...)
	case "number", "integer":
		x, ok := v.(float64)
		if !ok || rule["type"] == "integer" && x != float64(int64(x)) {
			add("%v is no %s", v, rule["type"])
		}
		if lo, ok := rule["minimum"].(float64); ok && x < lo {
			add("%g is below %g", x, lo)
		}
		if lo, ok := rule["exclusiveMinimum"].(float64); ok && x <= lo {
			add("%g is not above %g", x, lo)
		}
		if hi, ok := rule["maximum"].(float64); ok && x > hi {
			add("%g is above %g", x, hi)
		}
	case "string":
		text, ok := v.(string)
		if p, has := rule["pattern"].(string); !ok || has && !regexp.MustCompile(p).MatchString(text) {
			add("%v is no such string", v)
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			add("%v is no boolean", v)
		}
	}
	if list, ok := rule["enum"].([]any); ok {
		found := false
		for _, e := range list {
			found = found || e == v
		}
		if !found {
			add("%v is none of %v", v, list)
		}
	}
	if list, ok := rule["oneOf"].([]any); ok {
		n := 0
		for _, r := range list {
			if len(s.check(r.(map[string]any), v, toWorld)) == 0 && hasAll(r.(map[string]any), v) {
				n++
			}
		}
		if n != 1 {
			add("%d of the alternatives hold", n)
		}
	}
	if r, ok := rule["not"].(map[string]any); ok && hasAll(r, v) {
		add("has all of %v", r["required"])
	}
	return wrong
}

// hasAll reports whether an object has all required members.
func hasAll(rule map[string]any, v any) bool {
	m, ok := v.(map[string]any)
	for _, name := range list(rule["required"]) {
		_, has := m[name.(string)]
		ok = ok && has
	}
	return ok
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func (s *schema) def(name string) map[string]any {
	defs, _ := s.root["$defs"].(map[string]any)
	r, ok := defs[name].(map[string]any)
	if !ok {
		return map[string]any{"enum": []any{"no definition " + name}}
	}
	return r
}

func (s *schema) checkObject(rule map[string]any, v any, toWorld string) []string {
	m, ok := v.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s: %v is no object", toWorld, v)}
	}
	var wrong []string
	if !hasAll(rule, v) {
		wrong = append(wrong, fmt.Sprintf("%s: lacks one of %v", toWorld, rule["required"]))
	}
	props, _ := rule["properties"].(map[string]any)
	for name, x := range m {
		r, known := props[name].(map[string]any)
		if !known {
			switch extra := rule["additionalProperties"].(type) {
			case bool:
				if !extra {
					wrong = append(wrong, fmt.Sprintf("%s: has no member %s", toWorld, name))
				}
			case map[string]any:
				wrong = append(wrong, s.check(extra, x, toWorld+"/"+name)...)
			}
			continue
		}
		wrong = append(wrong, s.check(r, x, toWorld+"/"+name)...)
	}
	return wrong
}

func (s *schema) checkArray(rule map[string]any, v any, toWorld string) []string {
	a, ok := v.([]any)
	if !ok {
		return []string{fmt.Sprintf("%s: %v is no array", toWorld, v)}
	}
	var wrong []string
	if lo, ok := rule["minItems"].(float64); ok && float64(len(a)) < lo {
		wrong = append(wrong, fmt.Sprintf("%s: %d items, at least %g", toWorld, len(a), lo))
	}
	if hi, ok := rule["maxItems"].(float64); ok && float64(len(a)) > hi {
		wrong = append(wrong, fmt.Sprintf("%s: %d items, at most %g", toWorld, len(a), hi))
	}
	seen := map[string]bool{}
	for i, x := range a {
		if items, ok := rule["items"].(map[string]any); ok {
			wrong = append(wrong, s.check(items, x, fmt.Sprintf("%s/%d", toWorld, i))...)
		}
		key := fmt.Sprint(x)
		if rule["uniqueItems"] == true && seen[key] {
			wrong = append(wrong, fmt.Sprintf("%s: %s is there twice", toWorld, key))
		}
		seen[key] = true
	}
	return wrong
}

// schemas are those of the extensions that are written.
type schemas struct{ shapes, bodies, node, own *schema }

func readSchemas(t *testing.T) schemas {
	folder := filepath.Join("testdata", "schema")
	return schemas{
		readSchema(t, filepath.Join(folder, "KHR_implicit_shapes.schema.json")),
		readSchema(t, filepath.Join(folder, "KHR_physics_rigid_bodies.schema.json")),
		readSchema(t, filepath.Join(folder, "node.KHR_physics_rigid_bodies.schema.json")),
		readSchema(t, filepath.Join("..", "..", "docs", "TUMBLE_physics.schema.json")),
	}
}

// TestSchemaSettings holds that the schema lists the settings as the table of the physics has them;
// TUMBLE_UPDATE=1 writes them.
func TestSchemaSettings(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "TUMBLE_physics.schema.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "\"settings\": {\n     \"type\": \"object\",\n     \"properties\": {\n",
		"\n     }\n    },\n    \"camera\""
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the schema has no settings before the camera")
	}
	var members []string
	for _, s := range extension.Settings() {
		rule := fmt.Sprintf("\"type\": \"number\",\n       \"minimum\": %g,\n       \"maximum\": %.8g", s.Min, s.Max)
		if s.Switch {
			rule = "\"type\": \"boolean\""
		}
		members = append(members, fmt.Sprintf("      %q: {\n       %s\n      }", s.Key, rule))
	}
	want := before + begin + strings.Join(members, ",\n") + end + after
	if os.Getenv("TUMBLE_UPDATE") == "1" {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Error("the settings in the schema are not those of the physics: " +
			"run TUMBLE_UPDATE=1 go test -run Schema ./scene/gltf")
	}
}

// A setting under a former key is read, with a warning that names the present one.
func TestFormerSettings(t *testing.T) {
	file := testFile{own: `{"settings":{"contact.damping":7,"sleep":false}}`}
	scene, faults := decode(file.text())
	if scene == nil || scene.Settings.ContactDampingRatio != 7 || scene.Settings.SleepEnabled {
		t.Fatalf("read %+v", scene)
	}
	said := fmt.Sprint(faults.List)
	for _, words := range []string{"is now called contact.damping_ratio", "is now called sleep.enabled"} {
		if !strings.Contains(said, words) {
			t.Errorf("no fault says %q: %s", words, said)
		}
	}
}

// document checks all physics of a document.
func (s schemas) document(doc map[string]any) []string {
	var wrong []string
	own := func(parent any, def, toWorld string) {
		m, _ := parent.(map[string]any)
		ext, _ := m["extensions"].(map[string]any)
		if x, ok := ext[extension.Own]; ok {
			wrong = append(wrong, s.own.check(s.own.def(def), x, toWorld+"/"+extension.Own)...)
		}
	}
	ext, _ := doc["extensions"].(map[string]any)
	own(doc, "document", "")
	if x, ok := ext[extension.Shapes]; ok {
		wrong = append(wrong, s.shapes.check(s.shapes.root, x, "/"+extension.Shapes)...)
	}
	if x, ok := ext[extension.Bodies].(map[string]any); ok {
		wrong = append(wrong, s.bodies.check(s.bodies.root, x, "/"+extension.Bodies)...)
		for _, m := range list(x["physicsMaterials"]) {
			own(m, "material", "/physicsMaterials")
		}
		for _, f := range list(x["collisionFilters"]) {
			own(f, "filter", "/collisionFilters")
		}
	}
	for _, m := range list(doc["meshes"]) {
		own(m, "mesh", "/meshes")
	}
	for i, n := range list(doc["nodes"]) {
		toWorld := fmt.Sprintf("/nodes/%d", i)
		own(n, "node", toWorld)
		e, _ := n.(map[string]any)["extensions"].(map[string]any)
		x, ok := e[extension.Bodies].(map[string]any)
		if !ok {
			continue
		}
		wrong = append(wrong, s.node.check(s.node.root, x, toWorld+"/"+extension.Bodies)...)
		for _, kind := range []string{"collider", "trigger"} {
			own(x[kind], "collider", toWorld+"/"+kind)
			c, _ := x[kind].(map[string]any)
			own(c["geometry"], "geometry", toWorld+"/"+kind+"/geometry")
		}
		own(x["joint"], "joint", toWorld+"/joint")
	}
	return wrong
}

// TestSchemas holds that what is written fits the published tables and the schema of the extension.
func TestSchemas(t *testing.T) {
	s := readSchemas(t)
	for _, scene := range scenes.All() {
		if scene.Category == "benchmarks" {
			continue
		}
		run, err := scene.New(scene.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			if err := run.Advance(0); err != nil {
				t.Fatal(err)
			}
		}
		data, err := Encode(model.Capture(run, scene.Rate(), scene.View), false)
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		for _, w := range s.document(doc) {
			t.Errorf("%s: %s", scene.Name, w)
		}
	}
}

// TestSchemasRefuse holds that the schemas and their check notice what is wrong.
func TestSchemasRefuse(t *testing.T) {
	s := readSchemas(t)
	for _, ext := range []string{
		`{"extensions":{"KHR_implicit_shapes":{"shapes":[]}}}`,
		`{"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"torus"}]}}}`,
		`{"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"box","box":{"size":[1,1]}}]}}}`,
		`{"extensions":{"KHR_physics_rigid_bodies":{"physicsMaterials":[{"staticFriction":-1}]}}}`,
		`{"extensions":{"KHR_physics_rigid_bodies":{"physicsJoints":[{"limits":[{"min":0}]}]}}}`,
		`{"extensions":{"KHR_physics_rigid_bodies":{"physicsJoints":[{"limits":[{"linearAxes":[0,0]}]}]}}}`,
		`{"extensions":{"KHR_physics_rigid_bodies":{"collisionFilters":[{"collideWithSystems":["a"],"notCollideWithSystems":["b"]}]}}}`,
		`{"nodes":[{"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":0,"mesh":0}}}}}]}`,
		`{"nodes":[{"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":"1"}}}}]}`,
		`{"extensions":{"TUMBLE_physics":{"hz":0}}}`, `{"extensions":{"TUMBLE_physics":{"gravitation":1}}}`,
		`{"nodes":[{"extensions":{"TUMBLE_physics":{"tag":"xyz"}}}]}`,
	} {
		var doc map[string]any
		if err := json.Unmarshal([]byte(ext), &doc); err != nil {
			t.Fatal(err)
		}
		if len(s.document(doc)) == 0 {
			t.Errorf("nothing is wrong with %s", ext)
		}
	}
}
