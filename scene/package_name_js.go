package scene

// packageName finds no packages of ROS: a browser opens glTF, which has no references to them.
func packageName(string) (string, bool) { return "", false }
