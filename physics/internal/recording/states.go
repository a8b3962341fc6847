package recording

import (
	"tumble/physics/internal/journal"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/state"
)

// The fixed parts of records (bytes): step and hash of a keyframe, limits of a world.
const (
	keyframeHead = 16
	worldHead    = 12
)

// codeLimits codes the head of a world record.
func codeLimits(c *journal.Coder, l *state.Limits) {
	journal.Code32(c, &l.Bodies)
	journal.Code32(c, &l.Shapes)
	journal.Code32(c, &l.Contacts)
}

// readState reads a state that is stored as a payload.
func readState(payload []byte, flags uint8, s *snapshot.Snapshot, check func(*state.Settings) error) error {
	data, err := journal.Unpack(payload, flags)
	if err != nil {
		return err
	}
	return s.Unmarshal(data, check)
}

// readWorld reads a world record.
func readWorld(e *journal.Record, s *snapshot.Snapshot, check func(*state.Settings) error) (limits state.Limits,
	err error) {
	c := journal.Coder{Reading: true, Data: e.Payload}
	if codeLimits(&c, &limits); c.Err != nil {
		return limits, c.Err
	}
	return limits, readState(c.Data, e.Flags, s, check)
}

// CodeState codes a state among the arguments of a call, compressed: no bytes for one that is empty. Only reading
// needs check, which refuses settings that no world can have.
func CodeState(c *journal.Coder, s *snapshot.Snapshot, packer *journal.Packer, check func(*state.Settings) error) {
	var flags uint8
	var payload []byte
	if !c.Reading && s != nil && s.Valid() {
		data, err := s.AppendBinary(nil)
		if err != nil {
			c.Fail(err)
			return
		}
		payload, flags = packer.Pack(data)
	}
	journal.Code8(c, &flags)
	c.Bytes(&payload)
	if !c.Reading || c.Err != nil || len(payload) == 0 {
		return
	}
	if err := readState(payload, flags, s, check); err != nil {
		c.Fail(err)
	}
}
