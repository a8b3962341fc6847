package debug

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"

	"tumble/physics"
)

// maxCommands is how many changes may wait for a step.
const maxCommands = 16

// command is a change that waits for the step.
type command struct {
	viewer *viewer
	change Changes
	// taken says that the step carries the command out, or that its sender waits no longer.
	taken atomic.Bool
	reply chan error
}

// carryOutAll carries out the changes that wait.
func (s *Server) carryOutAll() {
	for range maxCommands {
		select {
		case c := <-s.commands:
			if c.taken.CompareAndSwap(false, true) {
				c.reply <- s.carryOut(c.viewer, &c.change)
			}
		default:
			return
		}
	}
}

// carryOut changes the world.
func (s *Server) carryOut(v *viewer, c *Changes) error {
	if len(c.Settings) > 0 {
		if err := s.set(c.Settings); err != nil {
			return err
		}
	}
	if c.Grab != nil {
		if err := s.grab(v, c.Grab); err != nil {
			return err
		}
	}
	if c.Move != nil {
		h := s.hands[v]
		if h == nil || !h.joint.Valid() {
			return errors.New("the hand holds nothing")
		}
		h.target = physics.Vec3(*c.Move)
	}
	if c.Release {
		s.release(v)
	}
	if c.Impulse == nil {
		return nil
	}
	b, err := s.body(c.Impulse.Body)
	if err != nil {
		return err
	}
	return b.ApplyImpulse(physics.Vec3(c.Impulse.Impulse), physics.Vec3(c.Impulse.Point))
}

// set changes settings by the names of their fields.
func (s *Server) set(fields []byte) error {
	settings := s.world.Settings()
	d := json.NewDecoder(bytes.NewReader(fields))
	d.DisallowUnknownFields()
	err := d.Decode(&settings)
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	return s.world.SetSettings(settings)
}

// body finds a body by its key.
func (s *Server) body(key BodyKey) (physics.Body, error) {
	b, ok := s.world.BodyAt(key.Index)
	if !ok || b.Generation() != key.Generation {
		return physics.Body{}, fmt.Errorf("there is no body %d of generation %d", key.Index, key.Generation)
	}
	return b, nil
}

// hand is the spring by which a viewer holds a body.
type hand struct {
	body   physics.Body
	joint  physics.MouseJoint
	target physics.Vec3
}

// grab takes a body with the hand of a viewer.
func (s *Server) grab(v *viewer, g *Grab) error {
	b, err := s.body(g.Body)
	if err != nil {
		return err
	}
	s.release(v)
	def := physics.DefaultMouseJointDef()
	def.Body = b
	def.Grab, def.Target = physics.Vec3(g.Point), physics.Vec3(g.Point)
	joint, err := s.world.CreateMouseJoint(def)
	if err != nil {
		return err
	}
	s.hands[v] = &hand{body: b, joint: joint, target: def.Target}
	return nil
}

// follow moves the held body to the hand and keeps it awake, once before each step.
func (h *hand) follow() {
	if h.joint.Valid() {
		h.joint.SetTarget(h.target)
		h.body.SetAwake(true)
	}
}

// release opens the hand of a viewer.
func (s *Server) release(v *viewer) {
	if h := s.hands[v]; h != nil && h.joint.Valid() {
		h.joint.Destroy()
	}
	delete(s.hands, v)
}
