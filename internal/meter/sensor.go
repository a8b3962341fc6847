package meter

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tumble/internal/sensor"
	"tumble/physics"
	"tumble/physics/scenes"
)

// SensorForm is how the meters of a sensor are written, with NAME for its name: sensor(foot).value, sensor(gyro).x.
const SensorForm = "sensor(NAME)."

// components are the ends of the keys of sensors.
var components = []string{"value", "x", "y", "z", "w"}

// sensorKey is the key of a component of a sensor.
func sensorKey(name, component string) string { return "sensor(" + name + ")." + component }

// SensorKeys are the keys of all values of the sensors of a scene.
func SensorKeys(sensors []scenes.Sensor) []string {
	var keys []string
	for i := range sensors {
		for _, c := range sensors[i].Kind.Components() {
			keys = append(keys, sensorKey(sensors[i].Name, c))
		}
	}
	return keys
}

// ofSensor is the meter of a word like sensor(gyro).x, nil for other words.
func ofSensor(word, name string) *Meter {
	name, ok := strings.CutPrefix(name, "sensor(")
	if !ok || !strings.HasSuffix(name, ")") {
		return nil
	}
	o := &object{kind: objectSensor, nameA: strings.TrimSuffix(name, ")")}
	return &Meter{Key: word, Text: "A value of a sensor of the scene.", object: o, value: func(r *reading) float64 {
		if !o.there() {
			return math.NaN()
		}
		return o.probe.Measure(r.world, r.length, o.component)
	}}
}

// mount finds the sensor of a meter in a scene and its world.
func (m *Meter) mount(w *physics.World, sensors []scenes.Sensor) error {
	i := slices.IndexFunc(sensors, func(s scenes.Sensor) bool { return s.Name == m.object.nameA })
	if i < 0 {
		var names []string
		for i := range sensors {
			names = append(names, sensors[i].Name)
		}
		return thereIs("sensor", m.object.nameA, names)
	}
	s := &sensors[i]
	list := s.Kind.Components()
	if m.object.component = slices.Index(list, m.Key[strings.LastIndexByte(m.Key, '.')+1:]); m.object.component < 0 {
		return fmt.Errorf("the sensor %q has the values %s", s.Name, strings.Join(list, ", "))
	}
	m.Unit, m.object.probe = s.Unit, sensor.New(s)
	return m.object.probe.Bind(w)
}
