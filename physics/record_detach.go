package physics

// Detach ends the recording of the world without waiting: another recorder can follow that. The caller still must Stop
// the recorder, from any goroutine, and nothing more can be recorded. Between two calls only.
func (r *Recorder) Detach() {
	if r == nil || r.out == nil || r.inside {
		return
	}
	if r.world != nil && r.world.log == r {
		r.world.log = nil
	}
	r.world, r.call.world = nil, nil
}
