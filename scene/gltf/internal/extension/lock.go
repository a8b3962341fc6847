package extension

// Locks are the degrees of freedom that a body can be without, in the order of their bits.
var Locks = []string{"linearX", "linearY", "linearZ", "angularX", "angularY", "angularZ"}
