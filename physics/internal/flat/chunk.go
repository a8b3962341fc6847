package flat

// chunk holds the masks of sixteen bytes, as those of wordMask. Assembly reads it.
type chunk struct {
	at                   int
	_                    int
	exponents, ones, not [chunkSize]byte
}
