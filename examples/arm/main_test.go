package main

import "testing"

// The tool stays within 5 mm of its circle.
func TestFollowsACircle(t *testing.T) {
	a, err := open(files, "arm.urdf")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.draw(2, 4); err != nil {
		t.Fatal(err)
	}
	t.Logf("largest distance %.3f mm, rms %.3f mm", 1e3*a.largest, 1e3*a.rms())
	if a.steps != 8000 || a.largest > 5e-3 {
		t.Errorf("%d steps, largest distance %.2f mm", a.steps, 1e3*a.largest)
	}
}
