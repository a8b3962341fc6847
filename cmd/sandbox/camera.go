package main

import (
	"math"
	"strconv"
	"strings"

	"tumble/internal/app/capture"
	"tumble/internal/cli"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// cameraHelp says what the flag --camera takes.
const cameraHelp = "view: scene; frame for everything that moves; gallery, as in the gallery; the name of a camera of the scene file; " +
	"or x,y,z,distance,yaw,pitch (m, degrees) around a point"

// aim points a shot of a scene as the flag --camera says. It returns the view where that is not the one of the scene.
func aim(text string, scene *scenes.Scene, shot *capture.Shot) (view scenes.View, own bool, err error) {
	switch text {
	case "scene":
		return view, false, nil
	case "frame":
		shot.Framing.Fill = 0.85
		return view, false, nil
	case "gallery":
		still, ok := capture.StillOf(scene.Name)
		if !ok {
			return view, false, cli.Exit(cli.ExitUsage, "--camera gallery: %s has no picture there", scene.Name)
		}
		shot.Framing = still.Framing
		if shot.Fov == 0 {
			shot.Fov = still.Fov
		}
		view = scene.View
		view.Yaw, view.Pitch = still.Yaw, still.Pitch
		return view, true, nil
	}
	for i := range scene.Views {
		if scene.Views[i].Name == text {
			return scene.Views[i].View, true, nil
		}
	}
	view, err = parseCamera(text, scene)
	return view, err == nil, err
}

// parseCamera reads six numbers: the point looked at and the distance to it in m, yaw and pitch in degrees.
func parseCamera(text string, scene *scenes.Scene) (scenes.View, error) {
	var n [6]float32
	fields := strings.Split(text, ",")
	for i, field := range fields {
		x, err := strconv.ParseFloat(strings.TrimSpace(field), 32)
		if err != nil || math.IsNaN(x) || math.Abs(x) > 1e6 || len(fields) != len(n) {
			return scenes.View{},
				cli.Exit(cli.ExitUsage,
					"--camera %s: must be scene, frame, gallery, %sor the six numbers x,y,z,distance,yaw,pitch",
					text, cameraNames(scene))
		}
		n[i] = float32(x)
	}
	view := scenes.View{Target: vec.V3(n[0], n[1], n[2]), Distance: n[3], Yaw: n[4], Pitch: n[5]}
	if view.Distance <= 0 || view.Pitch < -89 || view.Pitch > 89 {
		return view, cli.Exit(cli.ExitUsage, "--camera %s: the distance must be above 0, the pitch -89 to 89 degrees",
			text)
	}
	return view, nil
}

// cameraNames lists the cameras of a scene, each with a comma behind it.
func cameraNames(scene *scenes.Scene) string {
	list := ""
	for i := range scene.Views {
		list += scene.Views[i].Name + ", "
	}
	return list
}
