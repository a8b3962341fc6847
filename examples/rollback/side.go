package main

import (
	"tumble/engine/nettime"
	"tumble/physics"
)

const (
	// window is how many steps a side can go back.
	window = 8
	rate   = 60
	// strength (N) of a player.
	strength = 300
)

// side is one machine of the match: its world, and the session that predicts and goes back.
type side struct {
	world   *physics.World
	session *nettime.Session[physics.Snapshot]
}

func newSide(own int) (*side, error) {
	m, err := newMatch()
	if err != nil {
		return nil, err
	}
	def := nettime.SessionDef{Players: len(m.players), Own: own, Depth: window - 1}
	session, err := nettime.NewSession(nettime.World[physics.Snapshot](m), def)
	return &side{m.world, session}, err
}

// match is the world that both machines compute. It implements nettime.World.
type match struct {
	world   *physics.World
	players [2]physics.Body
}

func newMatch() (*match, error) {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return nil, err
	}
	m := &match{world: world}
	if _, err := m.add(physics.Static, physics.V3(0, -0.5, 0), physics.BoxHalf(30, 0.5, 5)); err != nil {
		return nil, err
	}
	for i := range m.players {
		at := physics.V3(float32(16*i)-8, 0.5, 0)
		if m.players[i], err = m.add(physics.Dynamic, at, physics.Sphere{Radius: 0.5}); err != nil {
			return nil, err
		}
	}
	for i := range 20 {
		at := physics.V3(float32(i%4)-1.5, 0.5+1.02*float32(i/4), 0)
		if _, err := m.add(physics.Dynamic, at, physics.BoxHalf(0.5, 0.5, 0.5)); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *match) add(kind physics.BodyType, at physics.Vec3, g physics.Geometry) (physics.Body, error) {
	def := physics.DefaultBodyDef()
	def.Type, def.Position = kind, at
	body, err := m.world.CreateBody(def)
	if err != nil {
		return body, err
	}
	_, err = body.CreateShape(g, physics.DefaultShapeDef())
	return body, err
}

// Save implements nettime.World. A snapshot reuses its memory: after some steps a match allocates nothing.
func (m *match) Save(s *physics.Snapshot) error { return m.world.Snapshot(s) }

// Load implements nettime.World.
func (m *match) Load(s *physics.Snapshot) error { return m.world.Restore(s) }

// Step implements nettime.World: the first byte of an input is the direction in which its player pushes.
func (m *match) Step(inputs []nettime.Input) error {
	for i, body := range m.players {
		body.ApplyForceToCenter(physics.V3(float32(int8(inputs[i][0]))*strength, 0, 0))
	}
	return m.world.Step(1.0 / rate)
}

// Hash implements nettime.World.
func (m *match) Hash() uint64 { return m.world.Hash() }
