package tool

import (
	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/physics/vec"
)

const (
	shotSpeed = 40   // m/s
	shotSize  = 0.25 // m
	dropSize  = 0.45 // m
	// dropHeight is how far above the point under the cursor a body is dropped (m).
	dropHeight  = 2
	blastRadius = 6  // m
	blastSpeed  = 12 // m/s at the centre
	// emptyReach (m) is the distance of the point under the cursor where there is no body.
	emptyReach = 10
)

// Thrower makes, removes and pushes bodies under the cursor.
type Thrower struct {
	host   Host
	cursor *Cursor
	kind   session.SpawnKind
	worker *Worker
}

// Kind is the kind of body that Drop makes.
func (t *Thrower) Kind() session.SpawnKind { return t.kind }

// SetKind chooses the kind of body that Drop makes.
func (t *Thrower) SetKind(k session.SpawnKind) { t.kind = k }

// NextKind takes the next kind of body to drop.
func (t *Thrower) NextKind() { t.kind = (t.kind + 1) % session.SpawnKindCount }

// Shoot throws a ball from the eye at the point under the cursor.
func (t *Thrower) Shoot(e *input.Event, queue *input.Queue) {
	o, translation := t.cursor.Ray()
	d, p := translation.Norm(), &t.worker.Options
	from, velocity := o.Add(d.Mul(1)), d.Mul(float32(p.Speed))
	if p.Throw == session.SpawnSphere && p.Mass == 0 {
		t.host.Send(queue, e, session.ShootCommand(from, velocity, float32(p.Size)))
		return
	}
	t.host.Send(queue, e, session.ThrowCommand(p.Throw, from, velocity, float32(p.Size), float32(p.Mass)))
}

// Drop makes a body above the point under the cursor.
func (t *Thrower) Drop(e *input.Event, queue *input.Queue) {
	at := t.cursor.Under(emptyReach).Add(vec.V3(0, dropHeight, 0))
	t.host.Send(queue, e, session.SpawnCommand(t.kind, at, float32(t.worker.Options.DropSize)))
}

// Spawner makes ten bodies a second above the point under the cursor, or stops.
func (t *Thrower) Spawner(on bool, e *input.Event, queue *input.Queue) {
	at, size := t.cursor.Under(emptyReach).Add(vec.V3(0, dropHeight, 0)), float32(dropSize)
	if !on {
		size = 0
	}
	t.host.Send(queue, e, session.SpawnerCommand(t.kind, at, size))
}

// Delete removes the body under the cursor.
func (t *Thrower) Delete(e *input.Event, queue *input.Queue) {
	if c, ok := t.cursor.aim(session.DeleteCommand); ok {
		t.host.Send(queue, e, c)
	}
}

// Explode pushes away what is near the point under the cursor.
func (t *Thrower) Explode(e *input.Event, queue *input.Queue) {
	t.host.Send(queue, e, session.ExplodeCommand(t.cursor.Under(emptyReach), float32(t.worker.Options.BlastRadius),
		float32(t.worker.Options.BlastSpeed)))
}
