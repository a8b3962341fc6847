package meter

// pass names the walks over the world that a meter needs.
type pass uint8

const (
	passBodies pass = 1 << iota
	passContacts
	passFlicker
	passJoints
	passDrift
	passProfile
	passTruth
)
