//go:build !js

package curves

import (
	"encoding/json"
	"io"
	"math"
	"regexp"
	"strings"

	"tumble/internal/mcapfile"
)

// writeMCAP writes one channel with messages in JSON for each word before the dot of the names, as Foxglove and
// PlotJuggler plot them: /energy has the fields total, kinetic and so on. The time of a message is that of the
// simulation.
func (t *Table) writeMCAP(out io.Writer) error {
	w, err := mcapfile.NewWriter(out, "tumble")
	if err != nil {
		return err
	}
	groups := t.groups()
	for i, g := range groups {
		id := uint16(i + 1)
		schema, err := json.Marshal(g.schema(t))
		if err != nil {
			return err
		}
		w.Schema(mcapfile.Schema{ID: id, Name: "tumble." + g.name, Encoding: "jsonschema", Data: schema})
		w.Channel(mcapfile.Channel{ID: id, SchemaID: id, Topic: "/" + g.name, Encoding: "json"})
	}
	for row, step := range t.Steps {
		for i, g := range groups {
			data, err := json.Marshal(g.message(t, row))
			if err != nil {
				return err
			}
			m := mcapfile.Message{ChannelID: uint16(i + 1), Sequence: uint32(step),
				Time: uint64(math.Round(t.Times[row] * 1e9)), Data: data}
			if err := w.Message(m); err != nil {
				return err
			}
		}
	}
	return w.Close()
}

// ofThing is the name of a quantity of a thing: body("crate").velocity.x.
var ofThing = regexp.MustCompile(`^(\w+)\("([^"]*(?:", "[^"]*)*)"\)\.([\w.]+)$`)

// ofWorld is the name of a quantity of the world: energy.total.
var ofWorld = regexp.MustCompile(`^(\w+)\.([\w.]+)$`)

// channelOf is the channel of a column and the field in its messages: body/crate and velocity.x, energy and total. An
// expression has a channel of its own.
func channelOf(name string) (channel, field string) {
	if m := ofThing.FindStringSubmatch(name); m != nil {
		return m[1] + "/" + strings.ReplaceAll(m[2], `", "`, "/"), m[3]
	}
	if m := ofWorld.FindStringSubmatch(name); m != nil {
		return m[1], m[2]
	}
	return name, "value"
}

// group is a channel: the columns whose names begin with the same word.
type group struct {
	name    string
	columns []int
	fields  []string
}

func (t *Table) groups() (list []group) {
	for i := range t.Columns {
		word, field := channelOf(t.Columns[i].Name)
		at := 0
		for at < len(list) && list[at].name != word {
			at++
		}
		if at == len(list) {
			list = append(list, group{name: word})
		}
		list[at].columns, list[at].fields = append(list[at].columns, i), append(list[at].fields, field)
	}
	return list
}

// schema describes the messages of a channel as JSON Schema.
func (g *group) schema(t *Table) map[string]any {
	properties := map[string]any{"step": map[string]string{"type": "integer"}}
	for i, field := range g.fields {
		properties[field] = map[string]string{"type": "number", "description": t.Columns[g.columns[i]].label()}
	}
	return map[string]any{"type": "object", "title": g.name, "properties": properties}
}

// message has what was measured after a step.
func (g *group) message(t *Table, row int) map[string]any {
	m := map[string]any{"step": t.Steps[row]}
	for i, field := range g.fields {
		if v := t.Columns[g.columns[i]].Values[row]; !math.IsNaN(v) && !math.IsInf(v, 0) {
			m[field] = v
		}
	}
	return m
}
