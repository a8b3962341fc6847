package timestep

// countsToNs converts an absolute reading of a counter that runs at hz counts
// per second. The whole seconds and the rest are converted apart: the product
// counts·10⁹ would overflow after 15 minutes at 10 MHz, and converting small
// differences one by one would lose up to a count at every reading. A
// frequency that is not positive gives 0.
func countsToNs(counts, hz int64) int64 {
	if hz <= 0 {
		return 0
	}
	return counts/hz*Second + int64(mulDiv(uint64(counts%hz), uint64(Second), uint64(hz)))
}
