package load

import (
	"strings"

	"tumble/scene/gltf/internal/extension"
)

// forces are the extensions of nodes that push bodies, and what the simulation lacks without them.
var forces = map[string]string{
	"OMI_physics_gravity":        "a volume with a gravity of its own is not simulated",
	"OMI_vehicle_body":           "a vehicle is a body without a drive",
	"OMI_vehicle_wheel":          "a wheel is not simulated: the vehicle slides",
	"OMI_vehicle_thruster":       "a thruster does not push",
	"OMI_vehicle_hover_thruster": "a hover thruster does not push",
}

// nameForces names the forces of a file that nothing here simulates, and the pointers of animations into physics.
func (d *reading) nameForces() {
	list := d.Root.At("nodes").List()
	for _, i := range d.walked {
		all := list[i].At("extensions")
		for _, name := range members(all) {
			if text, ok := forces[name]; ok {
				d.Faults.Lossf(all.At(name).Place, "%s", text)
			}
		}
	}
	for _, a := range d.Root.At("animations").List() {
		for _, c := range a.At("channels").List() {
			at := c.Path("target", "extensions", "KHR_animation_pointer", "pointer")
			if text := at.Text(""); strings.Contains(text, extension.Bodies) {
				d.Faults.Lossf(at.Place, "%.80s is not moved by the animation", text)
			}
		}
	}
}
