package renderer

// Who has the context of a Threaded, for tests.
const (
	HeldByRender = heldByRender
	AskedBack    = askedBack
	OnTheTable   = onTheTable
	HeldByMain   = heldByMain
)

// Holder is who has the context.
func (t *Threaded) Holder() uint32 { return t.holder.Load() }
