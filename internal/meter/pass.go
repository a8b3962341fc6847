package meter

// pass names the walks over the world that a meter needs.
type pass uint16

const (
	passBodies pass = 1 << iota
	passContacts
	passFlicker
	passJoints
	passDrift
	passProfile
	passTruth
	// passMotions reads the bodies for meters of several of them.
	passMotions
	// passResidual reads the errors that the sub-steps left.
	passResidual
	// passLedger reads the ledger of energy.
	passLedger
	// passJointEnergy adds the energy of rotors and springs of joints.
	passJointEnergy
)
