package usdstage

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// files are those beside the scenes of the tests.
var files = map[string]string{
	"parts/leg.usda": `#usda 1.0
( defaultPrim = "Leg" metersPerUnit = 1 )
class "_limb" { double mass = 3 double length = 7 }
def Xform "Leg" ( inherits = </_limb> ) {
	double length = 2
	rel own = </Leg/Foot>
	rel far = </Elsewhere>
	def Sphere "Foot" { double radius = 4 rel up = <../../Leg> }
}
def Xform "Other" { double length = 9 }`,
	"weak.usda": `#usda 1.0
def "World" { def "Below" { double a = 1 double b = 1 } }`,
	"self.usda": `#usda 1.0
( subLayers = [@self.usda@] )
def "A" ( references = @self.usda@</A> ) {}`,
	"binary.usd": "PXR-USDC....",
}

func near(name string) ([]byte, error) {
	if text, ok := files[name]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("no such file")
}

// opened composes a text that has no errors.
func opened(t *testing.T, text string) (*Stage, *model.Faults) {
	t.Helper()
	f := &model.Faults{}
	s := Open([]byte("#usda 1.0\n"+text), "a.usda", near, f)
	if err := f.Err(); err != nil {
		t.Fatal(err)
	}
	return s, f
}

func TestCompose(t *testing.T) {
	s, f := opened(t, `( subLayers = [@./weak.usda@] metersPerUnit = 0.01 )
def Xform "World" {
	over "Below" { double b = 2 }
	def "One" ( prepend references = @./parts/leg.usda@ ) { double radius = 1 over "Foot" { double radius = 5 } }
	def "Two" ( references = @parts/leg.usda@</Other> ) {}
	def "Copy" ( references = </World/One> ) {}
	def "Made" ( variantSets = "size" variants = { string size = "big" } ) {
		variantSet "size" = { "big" { double size = 8 def Cube "Box" {} } "small" { double size = 1 } }
	}
	def "Gone" ( active = false ) {}
	over "Undefined" { def Cube "Box" {} }
	def "Lost" ( references = [@none.usda@</A>, @binary.usd@</A>, </Nowhere>] ) {}
	def "Heir" ( inherits = </_nobody> ) {}
	def "Loop" ( references = @self.usda@ </A> ) {}
	def "Inner" ( references = </World> ) {}
	def "Schemas" ( prepend apiSchemas = ["A", "B:x"] ) {}
}
class "_hidden" {}`)
	for path, want := range map[string]float64{
		"/World/Below.a": 1, "/World/Below.b": 2, "/World/One.length": 2, "/World/One.mass": 3,
		"/World/One/Foot.radius": 5,
		"/World/Two.length":      9, "/World/Copy.length": 2, "/World/Copy/Foot.radius": 5, "/World/Made.size": 8,
	} {
		prim, name, _ := strings.Cut(path, ".")
		p := s.Prim(prim)
		if p == nil {
			t.Errorf("there is no %s", prim)
		} else if got := p.Number(name, -1); got != want {
			t.Errorf("%s is %g, not %g", path, got, want)
		}
	}
	if p := s.Prim("/World/One/Foot"); p.Type != "Sphere" ||
		fmt.Sprint(s.Prim("/World/One").Targets("own")) != "[/World/One/Foot]" {
		t.Errorf("%s with %v", p.Type, s.Prim("/World/One").Targets("own"))
	}
	if s.Prim("/World/Made/Box") == nil || s.Prim("/World/Gone") != nil || !s.Prim("/World/Undefined/Box").Abstract ||
		!s.Prim("/_hidden").Abstract {
		t.Error("variants, inactive or undefined prims")
	}
	if p := s.Prim("/World/Schemas"); !p.Applied("A") || fmt.Sprint(p.AppliedTo("B")) != "[x]" {
		t.Errorf("schemas %v", p.Schemas())
	}
	if got := s.Prim("/World/One").Targets("far"); got != nil {
		t.Errorf("a path outside of what is referenced: %v", got)
	}
	for _, fault := range f.List {
		if strings.Contains(fault.Message, "_nobody") {
			t.Errorf("a class that may be missing: %v", fault)
		}
	}
	scenetest.Listed(t, f, "Nowhere", "none.usda", "binary USD", "within itself", "back to itself", "metersPerUnit",
		"outside of what")
}

// An archive has its first layer and its files beside each other, none of them compressed.
func TestArchive(t *testing.T) {
	pack := func(method uint16, first string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, x := range [][2]string{{"scene.usda", first}, {"parts/leg.usda", files["parts/leg.usda"]}} {
			w, err := z.CreateHeader(&zip.FileHeader{Name: x[0], Method: method})
			if err == nil {
				_, err = w.Write([]byte(x[1]))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	const scene = "#usda 1.0\ndef \"A\" ( references = @parts/leg.usda@ ) {}"
	f := &model.Faults{}
	s := Open(pack(zip.Store, scene), "a.usdz", nil, f)
	if err := f.Err(); err != nil || s.Prim("/A/Foot") == nil || f.CountOf(model.RankLoss) != 0 {
		t.Errorf("%v, %v", err, f.List)
	}
	for want, data := range map[string][]byte{
		"compressed": pack(zip.Deflate, scene), "not text": pack(zip.Store, "PXR-USDC..."),
		"archive": pack(zip.Store, scene)[:60],
	} {
		f := &model.Faults{}
		if Open(data, "a.usdz", nil, f); f.Err() == nil || !strings.Contains(f.Err().Error(), want) {
			t.Errorf("%s: %v", want, f.Err())
		}
	}
}

// Files that grow as they are composed are refused in time and memory that follow from their size.
func TestHostile(t *testing.T) {
	double := "class \"c0\" { def Cube \"x\" {} }\n"
	for i := range 40 {
		double += fmt.Sprintf(
			"class \"c%d\" { def \"a\" ( references = </c%d> ) {} def \"b\" ( references = </c%d> ) {} }\n", i+1, i, i)
	}
	wide := "class \"c\" { " + strings.Repeat("def \"n\" {} ", 1000) + "}\n"
	for i := range 300 {
		wide += fmt.Sprintf("def \"d%d\" ( references = [%s</c>] ) {}\n", i, strings.Repeat("</c>, ", 300))
	}
	long := strings.Repeat("n", 1<<20)
	for name, text := range map[string]string{
		"doubled": double + "def \"all\" ( references = </c40> ) {}",
		"wide":    wide,
		"deep": strings.Repeat("def \"a\" { ", 100) + "def \"b\" ( references = </c> ) {}" + strings.Repeat(
			"}", 100) + "class \"c\" {" + strings.Repeat("def \"a\" { ", 100) + strings.Repeat("}", 101),
		"paths": strings.Repeat("def \""+long+"\" { ", 8) + strings.Repeat("}", 8),
	} {
		data := []byte("#usda 1.0\n" + text)
		scenetest.Within(t, len(data), func() {
			f := &model.Faults{}
			if Open(data, "a.usda", near, f); !f.Failed() {
				t.Errorf("%s is accepted", name)
			}
		})
	}
}
