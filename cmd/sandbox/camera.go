package main

import (
	"math"
	"strconv"
	"strings"

	"tumble/internal/cli"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// parseCamera reads the flag --camera. It reports true where the flag gives a view of its own: the point looked at and
// the distance to it in m, yaw and pitch in degrees.
func parseCamera(text string) (scenes.View, bool, error) {
	if text == "scene" || text == "frame" {
		return scenes.View{}, false, nil
	}
	var n [6]float32
	fields := strings.Split(text, ",")
	for i, field := range fields {
		x, err := strconv.ParseFloat(strings.TrimSpace(field), 32)
		if err != nil || math.IsNaN(x) || math.Abs(x) > 1e6 || len(fields) != len(n) {
			return scenes.View{}, false, cli.Exit(cli.ExitUsage, "--camera %s: must be scene, frame or the six numbers x,y,z,distance,yaw,pitch", text)
		}
		n[i] = float32(x)
	}
	view := scenes.View{Target: vec.V3(n[0], n[1], n[2]), Distance: n[3], Yaw: n[4], Pitch: n[5]}
	if view.Distance <= 0 || view.Pitch < -89 || view.Pitch > 89 {
		return view, false, cli.Exit(cli.ExitUsage, "--camera %s: the distance must be above 0, the pitch -89 to 89 degrees", text)
	}
	return view, true, nil
}
