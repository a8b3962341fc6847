package session

import (
	"bytes"
	"errors"
	"fmt"

	"tumble/engine/record"
	"tumble/internal/capsule"
	"tumble/physics"
)

// ReadCapsule reads one of the recordings of a capsule whose scene lies at a path or is called so. allow is asked
// about the scenes of other parts.
func ReadCapsule(
	c *capsule.Capsule, data []byte, scene string, allow func(*record.SceneInfo) error,
) (*record.Recording, error) {
	rec, err := record.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for i := range rec.Parts {
		info := &rec.Parts[i].Info
		if info.Scene == c.Scene {
			info.Scene = scene
			continue
		}
		if err := allow(info); err != nil {
			return nil, errors.Join(err, rec.Close())
		}
	}
	return rec, nil
}

// OpenMoment is the session as it was when a capsule was made, from its recording of that moment.
func OpenMoment(c *capsule.Capsule, rec *record.Recording, clock physics.Clock) (*Session, error) {
	s, err := OpenPart(rec, 0, clock)
	if err != nil {
		return nil, err
	}
	if digest := fmt.Sprintf("%016x", s.Digest()); c.Digest != "" && digest != c.Digest {
		s.World().Close()
		return nil, fmt.Errorf("the world that it opens is not the one it was made of: digest %s, not %s", digest,
			c.Digest)
	}
	return s, nil
}
