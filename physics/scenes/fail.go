package scenes

// Fail notes what went wrong in a Build from outside of this package; the first error counts.
func (r *Run) Fail(err error) { r.fail(err) }
