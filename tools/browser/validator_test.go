package browser

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// twenty are scenes of all kinds.
var twenty = []string{
	"pyramid36", "card_house", "newtons_cradle", "gears", "driving", "crane", "ragdoll_bridge", "tumbler", "pool",
	"windmill", "bowling", "rope_bridge", "explosion", "domino_spiral", "spinning_coin", "moving_compounds",
	"roller_coaster", "turntable", "rolling_shapes", "mixed_rain",
}

// TestAnimationsAreValid: the validator of Khronos has no error and no warning for twenty scenes as animated glTF,
// without and with markers. tools/viewer/build.sh brings it.
func TestAnimationsAreValid(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("needs node")
	}
	dir, program := sandbox(t)
	files := []string{"validator/validate.js"}
	for _, scene := range twenty {
		plain, marked := filepath.Join(dir, scene+".glb"), filepath.Join(dir, scene+"-markers.glb")
		for _, args := range [][]string{{"--save", plain}, {"--save", marked, "--overlay", "contacts,joints"}} {
			sim := exec.Command(program, append([]string{"sim", scene, "--steps", "60"}, args...)...)
			if out, err := sim.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", scene, err, out)
			}
		}
		files = append(files, plain, marked)
	}
	if out, err := exec.Command("node", files...).CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
	// a file that is none is found
	if out, err := exec.Command("node", "validator/validate.js", "validator/LICENSE").CombinedOutput(); err == nil {
		t.Errorf("anything is valid: %s", out)
	}
}
