package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// worldDef is a new world: gravity (m/s²) along −y, and the approach (m/s) from which on bodies bounce.
type worldDef struct {
	gravity, bounce float64
	sleep           bool
}

type kind byte

const (
	static    kind = 's'
	kinematic kind = 'k'
	dynamic   kind = 'd'
)

type shape byte

const (
	// box has half sizes, ball a radius, disc a radius and half a thickness along y (m).
	box  shape = 'b'
	ball shape = 'o'
	disc shape = 'c'
)

// bodyDef is a body of one shape, with its centre of mass at at and a rotation of angle (rad) about axis.
type bodyDef struct {
	kind     kind
	shape    shape
	size     [3]float64
	at, axis vec
	angle    float64
	// density in kg/m³; or mass (kg) and principal moments of inertia (kg·m²) where mass is not 0.
	density, mass float64
	inertia       vec
	friction      float64
	restitution   float64
	// bullet asks for continuous collision against moving bodies, ghost for no collisions at all.
	bullet, ghost bool
}

type joint byte

const (
	socket joint = 'p'
	hinge  joint = 'h'
	slider joint = 'l'
	rope   joint = 'r'
)

// world stands for the world as a body of a joint.
const world = -1

// jointDef joins two bodies at a point of the world. A hinge turns about z, with a motor where torque is not 0. A
// slider moves along axis, with a spring where hertz is not 0. A rope keeps at and end at most length apart.
type jointDef struct {
	kind          joint
	a, b          int
	at, axis, end vec
	speed, torque float64
	hertz, zeta   float64
	length        float64
}

// state is where a body is and how it moves, in the axes of the world.
type state struct {
	at, v, w vec
	q        [4]float64
	awake    bool
}

// engine is the interface of all three engines.
type engine interface {
	begin(worldDef) error
	add(bodyDef) error
	setVelocity(body int, v, w vec) error
	join(jointDef) error
	step(n int) error
	states() ([]state, error)
	close() error
}

// driver is an engine in a process of its own: one command to a line, numbers apart by blanks.
type driver struct {
	cmd    *exec.Cmd
	in     *bufio.Writer
	closer io.Closer
	out    *bufio.Scanner
	bodies int
	rate   int
	sub    int
}

// start runs a driver, which steps rate times a second with sub sub-steps.
func start(path string, rate, sub int) (*driver, error) {
	d := &driver{cmd: exec.Command(path), rate: rate, sub: sub}
	d.cmd.Stderr = os.Stderr
	in, err := d.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	d.in, d.closer, d.out = bufio.NewWriter(in), in, bufio.NewScanner(out)
	return d, d.cmd.Start()
}

func (d *driver) send(command string, numbers ...float64) error {
	d.in.WriteString(command)
	for _, x := range numbers {
		d.in.WriteByte(' ')
		d.in.WriteString(strconv.FormatFloat(x, 'g', 9, 64))
	}
	return d.in.WriteByte('\n')
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (d *driver) begin(w worldDef) error {
	d.bodies = 0
	return d.send("world", w.gravity, w.bounce, number(w.sleep), float64(d.rate), float64(d.sub))
}

func (d *driver) add(b bodyDef) error {
	d.bodies++
	q := b.rotation()
	return d.send(fmt.Sprintf("body %c %c", b.kind, b.shape), b.at[0], b.at[1], b.at[2], q[0], q[1], q[2], q[3],
		b.size[0], b.size[1], b.size[2],
		b.density, b.friction, b.restitution, number(b.bullet), number(b.ghost), b.mass, b.inertia[0], b.inertia[1],
		b.inertia[2])
}

// rotation is that of the body as a quaternion, its real part last.
func (b *bodyDef) rotation() [4]float64 {
	s, c := math.Sincos(b.angle / 2)
	n := b.axis.norm()
	return [4]float64{s * n[0], s * n[1], s * n[2], c}
}

func (d *driver) setVelocity(body int, v, w vec) error {
	return d.send("velocity", float64(body), v[0], v[1], v[2], w[0], w[1], w[2])
}

func (d *driver) join(j jointDef) error {
	return d.send(fmt.Sprintf("joint %c", j.kind), float64(j.a), float64(j.b), j.at[0], j.at[1], j.at[2], j.axis[0],
		j.axis[1], j.axis[2],
		j.end[0], j.end[1], j.end[2], j.speed, j.torque, j.hertz, j.zeta, j.length)
}

func (d *driver) step(n int) error { return d.send("step", float64(n)) }

func (d *driver) states() ([]state, error) {
	if err := d.send("read"); err != nil {
		return nil, err
	}
	if err := d.in.Flush(); err != nil {
		return nil, err
	}
	list := make([]state, d.bodies)
	for i := range list {
		if !d.out.Scan() {
			return nil, fmt.Errorf("the driver ended: %w", io.ErrUnexpectedEOF)
		}
		var x [14]float64
		for k, f := range strings.Fields(d.out.Text()) {
			var err error
			if x[k], err = strconv.ParseFloat(f, 64); err != nil {
				return nil, err
			}
		}
		list[i] = state{vec(x[0:3]), vec(x[7:10]), vec(x[10:13]), [4]float64(x[3:7]), x[13] != 0}
	}
	return list, nil
}

func (d *driver) close() error {
	err := d.in.Flush()
	d.closer.Close()
	if ended := d.cmd.Wait(); err == nil {
		err = ended
	}
	return err
}

// vec is a vector in the axes of the world, y up.
type vec [3]float64

func (a vec) sub(b vec) vec          { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) dot(b vec) float64      { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) length() float64        { return math.Sqrt(a.dot(a)) }
func (a vec) times(s float64) vec    { return vec{s * a[0], s * a[1], s * a[2]} }
func (a vec) plus(b vec) vec         { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) distance(b vec) float64 { return a.sub(b).length() }

func (a vec) norm() vec {
	if l := a.length(); l > 0 {
		return a.times(1 / l)
	}
	return a
}

// rotate turns a vector of a body into the world.
func (s *state) rotate(v vec) vec {
	u, w := vec{s.q[0], s.q[1], s.q[2]}, s.q[3]
	t := cross(u, v).times(2)
	return v.plus(t.times(w)).plus(cross(u, t))
}

// inBody turns a vector of the world into the axes of the body.
func (s *state) inBody(v vec) vec {
	back := state{q: [4]float64{-s.q[0], -s.q[1], -s.q[2], s.q[3]}}
	return back.rotate(v)
}

func cross(a, b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
