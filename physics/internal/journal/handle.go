package journal

import "fmt"

// HandleTag says which world a handle names.
type HandleTag byte

const (
	// ZeroHandle is the zero handle, which names nothing.
	ZeroHandle HandleTag = iota
	// OwnHandle is one of the world of the call, ForeignHandle one of another.
	OwnHandle
	ForeignHandle
)

// TagOf is the tag of the zero handle, or that of a handle of the world of the call or another.
func TagOf(zero, own bool) HandleTag {
	switch {
	case zero:
		return ZeroHandle
	case own:
		return OwnHandle
	}
	return ForeignHandle
}

// Handle codes a handle: its tag, slot and generation. A tag that does not exist is an error and reads as the zero
// handle.
func (c *Coder) Handle(tag *HandleTag, index *int32, generation *uint32) {
	Code8(c, tag)
	Code32(c, index)
	Code32(c, generation)
	if c.Reading && *tag > ForeignHandle {
		c.Fail(fmt.Errorf("handle of world %d", *tag))
		*tag = ZeroHandle
	}
}
