package scenefile

import (
	"tumble/physics/scenes"
)

// keepNames gives the joints the names that they have in the file of a scene.
func (s *Scene) keepNames(run *scenes.Run) {
	names := make(map[uint64]*scenes.JointName, len(run.Scene.JointNames))
	for i := range run.Scene.JointNames {
		names[run.Scene.JointNames[i].Joint] = &run.Scene.JointNames[i]
	}
	for i, j := range s.joints {
		if n := names[j.Order()]; n != nil {
			s.Joints[i].Name, s.Joints[i].Coordinates = n.Name, n.Coordinates
		}
	}
}
