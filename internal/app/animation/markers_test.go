package animation

import (
	"math"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"

	"tumble/physics"
	"tumble/physics/scenes"
)

// TestMarkers: at every step each point of contact has a marker of its own where it is, each joint one at its second
// anchor, and there are no others.
func TestMarkers(t *testing.T) {
	for _, name := range []string{"card_house", "explosion", "crane", "ragdoll_bridge"} {
		t.Run(name, func(t *testing.T) {
			type moment struct {
				time             float64
				contacts, joints [][3]float64
			}
			var film []moment
			take := &Take{Markers: Markers{Contacts: true, Joints: true}}
			follow(t, take, name, 60, func(w *physics.World, time float32) {
				m := moment{time: float64(time)}
				for _, c := range w.Contacts(nil) {
					for _, p := range c.Points[:c.Count] {
						m.contacts = append(m.contacts, wide(p.Point))
					}
				}
				for _, j := range w.Joints(nil) {
					_, b := j.Anchors()
					m.joints = append(m.joints, wide(b))
				}
				film = append(film, m)
			})
			doc := read(t, take)
			checkRules(t, doc)
			p := newPlayer(t, doc)
			var root *gltf.Node
			for _, n := range doc.Nodes {
				if n.Name == "markers" {
					root = n
				}
			}
			if root == nil {
				t.Fatal("there are no markers")
			}
			points, anchors := 0, 0
			for _, m := range film {
				var cones, balls [][3]float64
				for _, i := range root.Children {
					n := doc.Nodes[i]
					if size := p.value(i, gltf.TRSScale, n.Scale[:], m.time); size[0] < 1e-6 {
						continue
					}
					at := [3]float64(p.value(i, gltf.TRSTranslation, n.Translation[:], m.time))
					if strings.HasPrefix(n.Name, "contact ") {
						cones = append(cones, at)
					} else {
						balls = append(balls, at)
					}
				}
				if len(cones) != len(m.contacts) || len(balls) < len(m.joints) {
					t.Fatalf("%g s: %d and %d markers of %d points and %d joints", m.time, len(cones), len(balls),
						len(m.contacts), len(m.joints))
				}
				points += matched(t, m.time, m.contacts, cones)
				anchors += matched(t, m.time, m.joints, balls)
			}
			t.Logf("%d points and %d anchors", points, anchors)
			if points+anchors < 100 {
				t.Errorf("only %d points and %d anchors", points, anchors)
			}
		})
	}
}

// matched finds a marker of its own for each point, and counts the points. Of points closer together than the error
// one may take the marker of the other.
func matched(t *testing.T, time float64, points, markers [][3]float64) int {
	t.Helper()
	taken := make([]bool, len(markers))
	for _, x := range points {
		best, least := -1, math.Inf(1)
		for i, y := range markers {
			if d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]); !taken[i] && d < least {
				best, least = i, d
			}
		}
		if best < 0 || least > 2.5*MaxError {
			t.Fatalf("%g s: the nearest marker is %.2g m from %v", time, least, x)
		}
		taken[best] = true
	}
	return len(points)
}

// TestMarkersEnd: what the scene before had is gone when the next one has begun.
func TestMarkersEnd(t *testing.T) {
	take := &Take{Markers: Markers{Contacts: true, Joints: true}}
	follow(t, take, "crane", 20, func(*physics.World, float32) {})
	joints := len(take.marks)
	follow(t, take, "box", 20, func(*physics.World, float32) {})
	doc := read(t, take)
	checkRules(t, doc)
	p := newPlayer(t, doc)
	gone := 0
	for i, n := range doc.Nodes {
		if strings.Contains(n.Name, "–") && p.value(i, gltf.TRSScale, n.Scale[:], 0.3)[0] == 0 {
			gone++
		}
	}
	if gone == 0 || gone > joints {
		t.Errorf("%d of %d markers of joints are gone", gone, joints)
	}
}

// follow takes a scene for some steps.
func follow(t *testing.T, take *Take, name string, steps int, seen func(w *physics.World, time float32)) {
	t.Helper()
	scene, ok := scenes.Find(name)
	if !ok {
		t.Fatalf("no scene %s", name)
	}
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.World.Close()
	if err := take.Begin(scene, run.World); err != nil {
		t.Fatal(err)
	}
	seen(run.World, take.now())
	for range steps {
		if err := run.Advance(100); err != nil {
			t.Fatal(err)
		}
		if err := take.Step(run.World, 0.01); err != nil {
			t.Fatal(err)
		}
		seen(run.World, take.now())
	}
}
