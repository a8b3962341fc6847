package scene

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/physics/vec"
)

// A file without a camera is seen from where what moves in it fills the picture, whatever its size.
func TestFilesAreFramed(t *testing.T) {
	model := func(size string) string {
		return `<sdf version="1.9"><world name="w"><model name="floor"><static>1</static><link name="l"><collision name="c"><geometry><plane/></geometry></collision></link></model>
			<model name="hill"><static>1</static><link name="l"><collision name="c"><geometry><box><size>90 90 1</size></box></geometry></collision></link></model>
			<model name="b"><pose>3 0 5 0 0 0</pose><link name="l"><collision name="c"><geometry><box><size>` + size + `</size></box></geometry></collision></link></model></world></sdf>`
	}
	for size, radius := range map[string]float32{"1 1 1": 0.866, "8 2 2": 4.243, "0.01 0.01 0.01": leastRadius} {
		path := filepath.Join(t.TempDir(), "a.sdf")
		if err := os.WriteFile(path, []byte(model(size)), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := f.View
		// the broad phase keeps bounds that are a little wider
		if far := v.Distance / viewDistance; v.Target.Dist(vec.V3(3, 5, 0)) > 0.01 || far < 0.99*radius ||
			far > 1.2*radius+0.1 {
			t.Errorf("%s: seen at %v from %g m, its radius is %g m", size, v.Target, v.Distance, radius)
		}
	}
}

// Moving bodies say in which unit a file is: bodies of a hundred metres or of a tenth of a millimetre are told.
func TestLengthsAreTold(t *testing.T) {
	for size, words := range map[string]string{"250 200 100": "250 m long or longer",
		"0.0001 0.0001 0.0002": "0.0002 m long or shorter", "2 1 1": ""} {
		path := filepath.Join(t.TempDir(), "a.sdf")
		text := `<sdf version="1.9"><model name="b"><link name="l"><collision name="c"><geometry><box><size>` + size +
			`</size></box></geometry></collision></link></model></sdf>`
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		told := ""
		for _, fault := range f.Faults.List {
			if strings.Contains(fault.Message, "every moving body") {
				told = fault.Message
			}
		}
		if words == "" && told != "" || !strings.Contains(told, words) {
			t.Errorf("%s: told %q, not %q", size, told, words)
		}
		if f.Summary.Units != "1 m, z up" {
			t.Errorf("units %q", f.Summary.Units)
		}
	}
}
