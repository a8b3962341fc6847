package keyframe

import (
	"math"

	"tumble/physics/vec"
)

// PositionKey is a position (m) at a time (s).
type PositionKey struct {
	Time float32
	At   vec.Vec3
}

// RotationKey is a rotation at a time (s). The signs of neighbouring keys are such that linear blending takes the
// short way, too.
type RotationKey struct {
	Time float32
	At   vec.Quat
}

// Track is the motion of one body. The zero value is empty; set the tolerances before the first pose.
type Track struct {
	// Position (m) is how far a recorded position may be from the interpolated one, Rotation (rad) the same of the
	// angle between rotations. They may change between poses, for those to come.
	Position, Rotation float64

	positions channel[vec.Vec3, PositionKey]
	rotations channel[vec.Quat, RotationKey]
}

// Add takes the pose at a time (s), which must be later than that of the pose before. A body that rests needs no
// poses until Hold, before it moves on.
func (t *Track) Add(time float32, pose vec.Transform) {
	t.positions.add(time, pose.P, t.Position, offset, positionKey)
	t.rotations.add(time, pose.Q, t.Rotation, rotated, rotationKey)
}

// Jump puts the body at another pose, without motion from the one before that it had until just before the time (s).
func (t *Track) Jump(time float32, pose vec.Transform) {
	t.positions.jump(time, pose.P, positionKey)
	t.rotations.jump(time, pose.Q, rotationKey)
}

// Hold says that the pose given last held until a time (s).
func (t *Track) Hold(time float32) {
	t.positions.add(time, t.positions.last, t.Position, offset, positionKey)
	t.rotations.add(time, t.rotations.last, t.Rotation, rotated, rotationKey)
}

// Keys ends the track and returns its keys; a body that never moved has one of each.
func (t *Track) Keys() ([]PositionKey, []RotationKey) {
	t.positions.end(positionKey)
	t.rotations.end(rotationKey)
	return trimmed(t.positions.keys, func(a, b PositionKey) bool { return a.At == b.At }),
		trimmed(t.rotations.keys, func(a, b RotationKey) bool { return a.At == b.At })
}

// trimmed drops the keys at the end that repeat the one before: players hold the last one.
func trimmed[K any](keys []K, equal func(a, b K) bool) []K {
	for len(keys) > 1 && equal(keys[len(keys)-1], keys[len(keys)-2]) {
		keys = keys[:len(keys)-1]
	}
	return keys
}

// channel is one of the two parts of a pose, V, with its keys, K.
type channel[V comparable, K any] struct {
	keys     []K
	key      V // of the newest key
	keyTime  float64
	last     V // the newest sample
	lastTime float64
	door     door
}

// add takes a sample. It makes the sample before a key if the line from the newest key to this one would miss any
// between.
func (c *channel[V, K]) add(
	time float32, v V, tolerance float64, from func(key, v V) (triple, bool), keyed func(float32, V, *V) K,
) {
	now := float64(time)
	if len(c.keys) == 0 {
		c.put(now, v, keyed)
		return
	}
	if now <= c.lastTime {
		return
	}
	x, ok := from(c.key, v)
	if c.lastTime > c.keyTime && !(ok && c.door.admits(x, now-c.keyTime)) {
		c.put(c.lastTime, c.last, keyed)
		x, _ = from(c.key, v)
	}
	// a cube within the ball of the tolerance
	c.door.narrow(x, now-c.keyTime, tolerance/math.Sqrt(3))
	c.last, c.lastTime = v, now
}

// jump ends the motion just before a time, in the last value, and goes on from another one.
func (c *channel[V, K]) jump(time float32, v V, keyed func(float32, V, *V) K) {
	before := float64(math.Nextafter32(time, 0))
	if len(c.keys) > 0 {
		c.end(keyed)
		if before > c.keyTime {
			c.put(before, c.last, keyed)
		}
	}
	c.put(float64(time), v, keyed)
}

func (c *channel[V, K]) end(keyed func(float32, V, *V) K) {
	if len(c.keys) > 0 && c.lastTime > c.keyTime {
		c.put(c.lastTime, c.last, keyed)
	}
}

// put adds a key; keyed may give the key another form of the same value.
func (c *channel[V, K]) put(time float64, v V, keyed func(float32, V, *V) K) {
	before := c.key
	c.key = v
	if len(c.keys) == 0 {
		before = v
	}
	c.keys = append(c.keys, keyed(float32(time), before, &c.key))
	c.keyTime, c.last, c.lastTime = time, v, time
	c.door = openDoor()
}

func positionKey(time float32, _ vec.Vec3, at *vec.Vec3) PositionKey { return PositionKey{time, *at} }

// rotationKey gives a rotation the sign that is nearer to the key before.
func rotationKey(time float32, before vec.Quat, at *vec.Quat) RotationKey {
	if before.Dot(*at) < 0 {
		*at = at.Neg()
	}
	return RotationKey{time, *at}
}

func offset(key, v vec.Vec3) (triple, bool) {
	return triple{float64(v.X) - float64(key.X), float64(v.Y) - float64(key.Y), float64(v.Z) - float64(key.Z)}, true
}

// rotated is the rotation vector (rad) from a key to a rotation, in the frame of the key. The shortest arc from the
// key is a straight line in these vectors, and two rotations are no farther apart than their vectors, because the
// sphere is curved inwards. Towards half a turn the short way changes sides; ok is false there.
func rotated(key, v vec.Quat) (triple, bool) {
	kx, ky, kz, kw := -float64(key.X), -float64(key.Y), -float64(key.Z), float64(key.W)
	vx, vy, vz, vw := float64(v.X), float64(v.Y), float64(v.Z), float64(v.W)
	x := kw*vx + kx*vw + ky*vz - kz*vy
	y := kw*vy - kx*vz + ky*vw + kz*vx
	z := kw*vz + kx*vy - ky*vx + kz*vw
	w := kw*vw - kx*vx - ky*vy - kz*vz
	if w < 0 {
		x, y, z, w = -x, -y, -z, -w
	}
	sine := math.Sqrt(x*x + y*y + z*z)
	angle, k := 2*math.Atan2(sine, w), 2.0
	if sine > 1e-9 {
		k = angle / sine
	}
	return triple{k * x, k * y, k * z}, angle < longestArc
}
