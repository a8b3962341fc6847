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

// sensorQuantities are the components of sensors.
var sensorQuantities = func() (list []*Quantity) {
	for _, name := range [...]string{"value", "x", "y", "z", "w"} {
		text := "Value of a sensor that has one."
		if name != "value" {
			text = "Component " + name + " of a sensor that has several."
		}
		list = append(list, &Quantity{Name: name, Text: text, value: func(r *reading, o *object) float64 {
			if o.component < 0 {
				return math.NaN()
			}
			return o.probe.Measure(r.world, r.length, o.component)
		}})
	}
	return list
}()

// SensorKeys are the keys of all values of the sensors of a scene.
func SensorKeys(sensors []scenes.Sensor) []string {
	var keys []string
	for i := range sensors {
		for _, c := range sensors[i].Kind.Components() {
			keys = append(keys, keyOf("sensor", []string{sensors[i].Name}, c))
		}
	}
	return keys
}

// mount finds the sensor in a scene and its world. One that was found is looked for in the world alone.
func (in *input) mount(w *physics.World, scene *scenes.Scene) error {
	o := &in.o
	o.world = w
	if o.probe != nil {
		return o.probe.Bind(w)
	}
	var sensors []scenes.Sensor
	if scene != nil {
		sensors = scene.Sensors
	}
	i := slices.IndexFunc(sensors, func(s scenes.Sensor) bool { return s.Name == o.names[0] })
	if i < 0 {
		var names []string
		for i := range sensors {
			names = append(names, sensors[i].Name)
		}
		return thereIs("sensor", o.names[0], names)
	}
	s := &sensors[i]
	list := s.Kind.Components()
	if o.component = slices.Index(list, in.q.Name); o.component < 0 {
		return fmt.Errorf("the sensor %q has the values %s", s.Name, strings.Join(list, ", "))
	}
	o.sensor, o.probe = s, sensor.New(s)
	return o.probe.Bind(w)
}
