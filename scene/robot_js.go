package scene

import (
	"fmt"

	"tumble/scene/model"
)

// decodeRobot refuses the formats of other simulators, whose readers would make the download much larger.
func decodeRobot(path string, _ []byte, _ Options, _ model.Beside) *Model {
	if keepsAll(path) {
		return nil
	}
	m := model.New(path)
	m.Faults.Errorf("", "a browser opens glTF; sandbox convert makes it of this format")
	return m
}

func saveRobot(path string, _ *Model) ([]model.Fault, error) {
	return nil, fmt.Errorf("saving %s: a browser writes glTF", path)
}
