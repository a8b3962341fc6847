package gltf

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"

	"tumble/scene/model"
)

// propertyFile is a file that uses a property, and one that differs only in it.
type propertyFile struct {
	with, without string
	// notWritten says why an export does not have the property.
	notWritten string
}

// files of properties: of a shape, of a list of the document, and of a node.
func shapeFile(with, without string) propertyFile {
	file := func(shape string) string {
		return testFile{nodes: n("a", "0,3,0", `"collider":{"geometry":{"shape":0}}`), shapes: shape}.text()
	}
	return propertyFile{with: file(with), without: file(without)}
}

func materialFile(with string) propertyFile {
	file := func(m string) string {
		return testFile{nodes: n("a", "0,3,0", `"motion":{},"collider":{"geometry":{"shape":0},"physicsMaterial":0}`),
			shapes: unitBox,
			bodies: `{"physicsMaterials":[{` + m + `}]}`}.text()
	}
	return propertyFile{with: file(with), without: file(``)}
}

func filterFile(with, without string) propertyFile {
	file := func(f string) string {
		return testFile{nodes: n("a", "0,3,0", `"motion":{},"collider":{"geometry":{"shape":0},"collisionFilter":0}`),
			shapes: unitBox,
			bodies: `{"collisionFilters":[{` + f + `},{"collisionSystems":["y"]}]}`}.text()
	}
	return propertyFile{with: file(with), without: file(without)}
}

func jointFile(with, without string) propertyFile {
	file := func(j string) string {
		return testFile{nodes: n("a", "0,3,0",
			`"motion":{},"collider":{"geometry":{"shape":0}},"joint":{"connectedNode":1,"joint":0}`) + "," +
			n("b", "0,5,0", `"collider":{"geometry":{"shape":0}}`), shapes: unitBox, bodies: `{"physicsJoints":[{` + j +
			`}]}`}.text()
	}
	return propertyFile{with: file(with), without: file(without)}
}

func limitFile(with, without string) propertyFile {
	return jointFile(`"limits":[{`+with+`}]`, `"limits":[{`+without+`}]`)
}

func driveFile(with, without string) propertyFile {
	return jointFile(`"drives":[{`+with+`}]`, `"drives":[{`+without+`}]`)
}

func nodeFile(with, without string) propertyFile {
	file := func(node string) string {
		return testFile{nodes: n("a", "0,3,0", node) + "," + n("b", "2,5,0",
			`"motion":{},"collider":{"geometry":{"shape":0}}`) + `,{"mesh":0}`,
			shapes: unitBox, rest: meshed(corners(), []uint16{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}),
			bodies: `{"physicsMaterials":[{"restitution":0.5}],"collisionFilters":[{"collisionSystems":["x"]}],"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"max":0}]},{}]}`}.text()
	}
	return propertyFile{with: file(with), without: file(without)}
}

func motionFile(with string) propertyFile {
	return nodeFile(`"motion":{`+with+`},"collider":{"geometry":{"shape":0}}`,
		`"motion":{"extras":1},"collider":{"geometry":{"shape":0}}`)
}

func (p propertyFile) notWrittenAs(why string) propertyFile {
	p.notWritten = why
	return p
}

// propertyFiles has a file for every property of the two extensions, by the object and the name.
func propertyFiles() map[string]propertyFile {
	const spring = `"type":"linear","mode":"force","axis":1,"stiffness":9,"damping":3`
	const solid = `"motion":{},"collider":{"geometry":{"shape":0}}`
	const hinge = solid + `,"joint":{"connectedNode":1,"joint":0}`
	list := map[string]propertyFile{
		"plane sizeX": shapeFile(`{"type":"plane","plane":{"sizeX":3}}`,
			`{"type":"plane"}`).notWrittenAs("a plate is a mesh"),
		"plane sizeZ": shapeFile(`{"type":"plane","plane":{"sizeZ":3}}`,
			`{"type":"plane"}`).notWrittenAs("a plate is a mesh"),
		"plane doubleSided": shapeFile(`{"type":"plane","plane":{"sizeX":3,"doubleSided":true}}`,
			`{"type":"plane","plane":{"sizeX":3}}`).notWrittenAs("a plate is a mesh"),
		"sphere radius": shapeFile(`{"type":"sphere","sphere":{"radius":2}}`, `{"type":"sphere"}`),
		"box size":      shapeFile(`{"type":"box","box":{"size":[1,2,3]}}`, `{"type":"box"}`),

		"material staticFriction": materialFile(`"staticFriction":0.3`), "material dynamicFriction": materialFile(
			`"dynamicFriction":0.3`),
		"material restitution": materialFile(`"restitution":0.3`), "material frictionCombine": materialFile(
			`"frictionCombine":"maximum"`),
		"material restitutionCombine": materialFile(`"restitutionCombine":"maximum"`),

		"filter collisionSystems": filterFile(`"collisionSystems":["x"]`, ``),
		"filter collideWithSystems": filterFile(`"collideWithSystems":["x"]`, ``).notWrittenAs(
			"notCollideWithSystems says the same"),
		"filter notCollideWithSystems": filterFile(`"collisionSystems":["x"],"notCollideWithSystems":["x"]`,
			`"collisionSystems":["x"]`),

		"limit linearAxes":  limitFile(`"linearAxes":[0],"min":-1,"max":1`, `"linearAxes":[1],"min":-1,"max":1`),
		"limit angularAxes": limitFile(`"angularAxes":[0],"min":-1,"max":1`, `"angularAxes":[1],"min":-1,"max":1`),
		"limit min":         limitFile(`"linearAxes":[0],"min":-1,"max":1`, `"linearAxes":[0],"max":1`),
		"limit max":         limitFile(`"linearAxes":[0],"min":-1,"max":1`, `"linearAxes":[0],"min":-1`),
		"limit stiffness": limitFile(`"linearAxes":[0],"min":-1,"max":1,"stiffness":5`,
			`"linearAxes":[0],"min":-1,"max":1`),
		"limit damping": limitFile(`"linearAxes":[0],"min":-1,"max":1,"stiffness":5,"damping":1`,
			`"linearAxes":[0],"min":-1,"max":1,"stiffness":5`),

		"drive type":           driveFile(spring, strings.Replace(spring, "linear", "angular", 1)),
		"drive mode":           driveFile(spring, strings.Replace(spring, "force", "acceleration", 1)),
		"drive axis":           driveFile(spring, strings.Replace(spring, `"axis":1`, `"axis":2`, 1)),
		"drive maxForce":       driveFile(spring+`,"maxForce":2`, spring),
		"drive positionTarget": driveFile(spring+`,"positionTarget":2`, spring),
		"drive stiffness":      driveFile(spring, strings.Replace(spring, "9", "4", 1)),
		"drive damping":        driveFile(spring, strings.Replace(spring, "3", "2", 1)),
		"drive velocityTarget": driveFile(`"type":"angular","mode":"force","axis":1,"damping":3,"velocityTarget":2`,
			`"type":"angular","mode":"force","axis":1,"damping":3`),

		"motion isKinematic": motionFile(`"isKinematic":true`), "motion mass": motionFile(`"mass":7`),
		"motion centerOfMass":    motionFile(`"centerOfMass":[0,0.2,0]`),
		"motion inertiaDiagonal": motionFile(`"inertiaDiagonal":[1,2,3]`), "motion linearVelocity": motionFile(
			`"linearVelocity":[1,2,3]`),
		"motion angularVelocity": motionFile(`"angularVelocity":[1,2,3]`),
		"motion gravityFactor":   motionFile(`"gravityFactor":0.5`),
		"motion inertiaOrientation": nodeFile(
			`"motion":{"inertiaDiagonal":[1,2,3],"inertiaOrientation":[0.6,0,0,0.8]},`+
				`"collider":{"geometry":{"shape":0}}`,
			`"motion":{"inertiaDiagonal":[1,2,3]},"collider":{"geometry":{"shape":0}}`),

		"geometry shape": nodeFile(`"collider":{"geometry":{"shape":0}}`, `"collider":{"geometry":{"mesh":0}}`),
		"geometry mesh":  nodeFile(`"collider":{"geometry":{"mesh":0}}`, `"collider":{"geometry":{"shape":0}}`),
		"geometry node": nodeFile(`"collider":{"geometry":{"node":2}}`,
			`"collider":{"geometry":{"shape":0}}`).notWrittenAs("mesh says the same"),
		"geometry convexHull": nodeFile(`"collider":{"geometry":{"mesh":0,"convexHull":true}}`,
			`"collider":{"geometry":{"mesh":0}}`),

		"collider geometry": nodeFile(solid, `"motion":{}`),
		"collider physicsMaterial": nodeFile(`"motion":{},"collider":{"geometry":{"shape":0},"physicsMaterial":0}`,
			solid),
		"collider collisionFilter": nodeFile(`"motion":{},"collider":{"geometry":{"shape":0},"collisionFilter":0}`,
			solid),

		"trigger geometry": nodeFile(`"trigger":{"geometry":{"shape":0}}`, `"trigger":{"nodes":[1]}`),
		"trigger nodes": nodeFile(`"trigger":{"geometry":{"shape":0},"nodes":[1]}`,
			`"trigger":{"geometry":{"shape":0}}`).notWrittenAs("each part is a trigger"),
		"trigger collisionFilter": nodeFile(`"trigger":{"geometry":{"shape":0},"collisionFilter":0}`,
			`"trigger":{"geometry":{"shape":0}}`),

		"joint connectedNode": nodeFile(hinge, strings.Replace(hinge, `"connectedNode":1`, `"connectedNode":2`, 1)),
		"joint joint":         nodeFile(hinge, strings.Replace(hinge, `"joint":0`, `"joint":1`, 1)),
		"joint enableCollision": nodeFile(strings.Replace(hinge, `"joint":0`, `"joint":0,"enableCollision":true`, 1),
			hinge),
	}
	for _, kind := range []string{"cylinder", "capsule"} {
		for name, size := range map[string]float64{"height": 0.4, "radiusBottom": 0.3, "radiusTop": 0.3} {
			if kind == "cylinder" && name != "height" {
				size = 0 // a cone
			}
			list[kind+" "+name] = shapeFile(fmt.Sprintf(`{"type":%q,%q:{%q:%g}}`, kind, kind, name, size),
				fmt.Sprintf(`{"type":%q}`, kind))
		}
	}
	return list
}

// schemaProperties are all properties of the schemas of the two extensions, as "object property".
func schemaProperties(t *testing.T) []string {
	t.Helper()
	s := readSchemas(t)
	var list []string
	properties := func(sc *schema, def, object string) {
		rule := sc.def(def)
		if ref, ok := rule["$ref"].(string); ok {
			rule = sc.def(strings.TrimPrefix(ref, "#/$defs/"))
		}
		props, _ := rule["properties"].(map[string]any)
		if len(props) == 0 {
			t.Fatalf("the schema has no %s", def)
		}
		for name := range props {
			if name != "extensions" && name != "extras" && name != "limits" && name != "drives" {
				list = append(list, object+" "+name)
			}
		}
	}
	kinds := s.shapes.def("shape")["properties"].(map[string]any)
	for kind, rule := range kinds {
		r := rule.(map[string]any)
		if ref, ok := r["$ref"].(string); ok {
			r = s.shapes.def(strings.TrimPrefix(ref, "#/$defs/"))
		}
		props, _ := r["properties"].(map[string]any)
		for name := range props {
			if kind != "extensions" && kind != "extras" {
				list = append(list, kind+" "+name)
			}
		}
	}
	for _, def := range []string{"material", "filter", "limit", "drive"} {
		properties(s.bodies, def, def)
	}
	for _, def := range []string{"motion", "geometry", "collider", "trigger", "joint"} {
		properties(s.node, def, def)
	}
	sort.Strings(list)
	return list
}

// tableRow is a line of the table of the documentation.
type tableRow struct{ property, read, simulated, written, tested string }

func readTable(t *testing.T) []tableRow {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "scenefiles.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "## Properties of the two extensions")
	text, _, _ = strings.Cut(text, "\n## ")
	var rows []tableRow
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if len(cells) == 5 && !strings.Contains(line, "Simulated") {
			rows = append(rows, tableRow{cells[0], cells[1], cells[2], cells[3], cells[4]})
		}
	}
	if len(rows) < 15 {
		t.Fatalf("the table has %d rows", len(rows))
	}
	return rows
}

// rowOf returns the row about a property.
func rowOf(rows []tableRow, property string) *tableRow {
	object, name, _ := strings.Cut(property, " ")
	word := regexp.MustCompile(`\b` + name + `\b`)
	about := regexp.MustCompile(`\b` + map[string]string{"material": "(material|frictionCombine)",
		"geometry": "collider geometry"}[object] + `\b`)
	if about.String() == `\b\b` {
		about = regexp.MustCompile(`\b` + object + `s?\b`)
	}
	for i := range rows {
		if word.MatchString(rows[i].property) && about.MatchString(rows[i].property) {
			return &rows[i]
		}
	}
	return nil
}

// outcome is the meaning of a file: its scene and its faults.
func outcome(text string) (*model.Model, string) {
	s, f := decode(text)
	// the files are different; what they say is compared
	s.Source = nil
	return s, fmt.Sprint(f.List)
}

// TestPropertyTable holds that the table of the documentation has every property of the schemas, that each
// of them changes what is read, and that what is said to be written is.
func TestPropertyTable(t *testing.T) {
	files, rows := propertyFiles(), readTable(t)
	tests := testNames(t)
	for _, property := range schemaProperties(t) {
		file, ok := files[property]
		if !ok {
			t.Errorf("no file of the test has the property %s", property)
			continue
		}
		row := rowOf(rows, property)
		if row == nil {
			t.Errorf("the table has no row for %s", property)
			continue
		}
		if !strings.HasPrefix(row.read, "yes") || row.simulated == "" || row.simulated == "no" {
			t.Errorf("%s: the table says read %q, simulated %q", property, row.read, row.simulated)
		}
		a, faultsA := outcome(file.with)
		b, faultsB := outcome(file.without)
		if reflect.DeepEqual(a, b) && faultsA == faultsB {
			t.Errorf("%s changes nothing:\n%s", property, file.with)
		}
		checkWritten(t, property, &file, a, row)
		for _, name := range regexp.MustCompile(`Test\w+`).FindAllString(row.tested, -1) {
			if !tests[name] && !strings.Contains(row.tested, name+" (cmd/") {
				t.Errorf("%s: there is no test %s", property, name)
			}
		}
	}
	if want := len(schemaProperties(t)); len(files) != want {
		t.Errorf("%d files for %d properties", len(files), want)
	}
}

// checkWritten looks for a property in the export of its file.
func checkWritten(t *testing.T, property string, file *propertyFile, s *model.Model, row *tableRow) {
	t.Helper()
	scene := s.Scene()
	r, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Errorf("%s: %v", property, err)
		return
	}
	data, err := Encode(model.Capture(r, 100, scene.View), false)
	if err != nil {
		t.Errorf("%s: %v", property, err)
		return
	}
	_, name, _ := strings.Cut(property, " ")
	// every document has nodes
	if written := strings.Contains(string(data), `"`+name+`"`) && name != "nodes"; written != (file.notWritten == "") {
		t.Errorf("%s: written is %v, and the test says %q:\n%s", property, written, file.notWritten,
			data[max(0, len(data)-900):])
	}
	says := regexp.MustCompile(`^(yes|both|nearest)|\b` + name + `\b`).MatchString(row.written)
	if says != (file.notWritten == "") {
		t.Errorf("%s: the table says written %q", property, row.written)
	}
}

// testNames are the tests of this package.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, path := range files {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				names[fn.Name.Name] = true
			}
		}
	}
	return names
}
