package usda

import (
	"strings"
	"testing"
)

const boxOnGround = `#usda 1.0
(
    "A box"
    defaultPrim = "World"
    metersPerUnit = 0.01
    upAxis = "Z"
    customLayerData = { string creator = "hand" int[] list = [1, 2] }
)
# a comment
class "_base" { float physics:mass = 3 }
def Xform "World" (
    delete apiSchemas = ["Foo"]
    prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
    append apiSchemas = ["Bar"]
    references = @./other.usda@</Root> (offset = 1; scale = 2)
    delete inherits = </_base>
    prepend inherits = </_base>
    variants = { string size = "big" }
)
{
    custom double3 xformOp:translate = (0, 1.5e0, -2)
    double3 xformOp:translate.timeSamples = { 0: (1, 2, 3), 10: (4, 5, 6), }
    uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]
    float physics:breakForce = inf
    point3f[] points = [(0,0,0), (1,0,0), (0,1,0)] ( interpolation = "vertex" )
    int[] faceVertexIndices = [0, 1, 2]
    int[] none = []
    token outputs:surface.connect = </World/Material.outputs:surface>
    prepend rel material:binding = [</World/A>, </World/B>] (bindMaterialAs = "physics")
    matrix4d m = ((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1))
    string note = """two
lines"""
    bool blocked = None
    variantSet "size" = { "big" { over "Box" { double size = 4 } } "small" ( ) { } }
    // another comment
    def Cube "Box" /* and one
    of two lines */ { double size = 2; }
}
`

func TestParse(t *testing.T) {
	layer, err := Parse([]byte("\xef\xbb\xbf" + boxOnGround))
	if err != nil {
		t.Fatal(err)
	}
	if got := layer.Meta["metersPerUnit"].Numbers[0]; got != 0.01 {
		t.Errorf("metersPerUnit %g", got)
	}
	if len(layer.Prims) != 2 || layer.Prims[0].Specifier != "class" {
		t.Fatalf("%d prims", len(layer.Prims))
	}
	w := layer.Prims[1]
	if ref := w.Meta["references"]; ref.Shape != Asset || ref.Text != "./other.usda" || ref.Target != "/Root" {
		t.Errorf("reference %+v", ref)
	}
	if in := w.Meta["inherits"]; in.Text != "/_base" || in.Edit != "prepend" {
		t.Errorf("inherits %+v", in)
	}
	if l := w.Meta["apiSchemas"]; l.Edit != "prepend" || len(l.List) != 3 || l.List[2].Text != "Bar" {
		t.Errorf("schemas %+v", l)
	}
	for name, want := range map[string][]float64{
		"xformOp:translate": {0, 1.5, -2}, "points": {0, 0, 0, 1, 0, 0, 0, 1, 0}, "faceVertexIndices": {0, 1, 2},
		"m": {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
	} {
		got := w.Attributes[name].Value.Numbers
		if len(got) != len(want) {
			t.Errorf("%s: %v", name, got)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
	samples := w.Attributes["xformOp:translate"].Samples
	if len(samples.Keys) != 2 || samples.Keys[1] != "10" || samples.List[1].Numbers[2] != 6 {
		t.Errorf("samples %+v", samples)
	}
	if w.Attributes["points"].Value.Width != 3 || w.Attributes["blocked"].Value.Shape != None {
		t.Error("points or blocked")
	}
	if c := w.Attributes["outputs:surface"].Connect; c == nil || c.Shape != Path {
		t.Errorf("connection %+v", c)
	}
	if b := w.Attributes["material:binding"]; b.Type != "rel" || len(b.Value.List) != 2 {
		t.Errorf("binding %+v", b)
	}
	big := w.Variants["size"]["big"]
	if big == nil || len(big.Children) != 1 || big.Children[0].Specifier != "over" {
		t.Errorf("variant %+v", big)
	}
	if len(w.Children) != 1 || w.Children[0].Type != "Cube" {
		t.Error("no cube")
	}
}

func TestParseRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"binary":       {"PXR-USDC\x00", "binary"},
		"other":        {"<xml/>", "#usda"},
		"pointer":      {"version https://git-lfs.github.com/spec/v1\noid sha256:0", "git lfs pull"},
		"NUL":          {"#usda 1.0\n\x00", "line 2: a NUL"},
		"no end":       {"#usda 1.0\ndef Xform \"A\" {\n", "the end of the file"},
		"string":       {"#usda 1.0\ndef Xform \"A\n", "line 2: a string without an end"},
		"not a prim":   {"#usda 1.0\nfoo \"A\" {}", `"foo" instead of def`},
		"deep prims":   {"#usda 1.0\n" + strings.Repeat(`def "a" {`, 1000), "nested more than"},
		"deep lists":   {"#usda 1.0\n( a = " + strings.Repeat("[", 1000), "nested more than"},
		"mixed list":   {"#usda 1.0\n( a = [1, (1, 2)] )", "something else"},
		"asset":        {"#usda 1.0\n( a = @x )", "without @"},
		"dictionary":   {"#usda 1.0\n( a = { string x", "instead of a key"},
		"no separator": {"#usda 1.0\n( a = [1 2] )", "comma"},
	} {
		if _, err := Parse([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(boxOnGround))
	f.Add([]byte("#usda 1.0\n( a = [[(1)], {}] )"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if layer, err := Parse(data); layer == nil && err == nil {
			t.Fatal("neither a layer nor an error")
		}
	})
}
