package diagnose

// ticksPerNs is 1 in a page, whose only thread waits for no lock: what writes profiles stays out of its program.
func ticksPerNs() float64 { return 1 }
