package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// host is the side that has the jobs. It knows which machine has which, and takes a row from who has its job.
type host struct {
	study  string
	parcel []byte
	out    io.Writer

	jobs map[int]*job
	// queue are cells that no machine has, the next one first.
	queue    []int
	machines map[string]*machine
	refused  map[string]bool
	beats    int // time as it passes here: while this program is stopped nobody falls silent
}

// job is a cell without a row.
type job struct {
	line    []byte
	given   int // beat at which the newest of its machines got it
	holders []string
}

// machine is one that has joined.
type machine struct {
	name string // as it calls itself
	seen int    // beat of its last request
	held map[int]bool
}

// patience (beats) is how long a job is left to a machine before one without work gets it as well, doubled for each
// that has it: a machine that takes a job and never sends its row ends no study. Dean and Ghemawat 2004, "MapReduce",
// 3.6: backup tasks.
const patience = 10

func newHost(study string, parcel []byte, out io.Writer) *host {
	return &host{study: study, parcel: parcel, out: out, jobs: map[int]*job{}, machines: map[string]*machine{},
		refused: map[string]bool{}}
}

// take reads a line of the other program: a job, or a machine that is not believed.
func (h *host) take(line []byte) error {
	var l struct {
		Cell *int
		Drop string
	}
	err := json.Unmarshal(line, &l)
	switch {
	case err == nil && l.Drop != "":
		h.refused[l.Drop] = true
		h.leave(l.Drop, "")
		return nil
	case err != nil || l.Cell == nil:
		return fmt.Errorf("bad job %.80q", line)
	}
	if h.jobs[*l.Cell] == nil {
		h.jobs[*l.Cell] = &job{line: line}
		h.queue = append(h.queue, *l.Cell)
	}
	return nil
}

// answer is that to a request; nil for other messages.
func (h *host) answer(request, machine string, data []byte) ([]byte, error) {
	if !machineName.MatchString(machine) {
		return nil, nil
	}
	switch request {
	case askStudy:
		return json.Marshal(studyAnswer{h.study, len(h.parcel)})
	case askPart:
		at, err := strconv.Atoi(string(data))
		if err != nil || at < 0 || at >= len(h.parcel) {
			return nil, nil
		}
		return h.parcel[at:min(at+chunk, len(h.parcel))], nil
	case askJobs:
		var r jobsRequest
		if json.Unmarshal(data, &r) != nil {
			return nil, nil
		}
		return json.Marshal(h.give(machine, &r))
	case askRow:
		return h.row(machine, data)
	}
	return nil, nil
}

// give updates the record of a machine, and gives the machine jobs.
func (h *host) give(id string, r *jobsRequest) jobsAnswer {
	answer := jobsAnswer{Study: h.study}
	if h.refused[id] {
		answer.Refused = "a row of this machine was wrong"
		return answer
	}
	m := h.machines[id]
	if m == nil {
		if len(h.machines) >= mostMachines {
			return answer
		}
		m = &machine{name: plainName(r.Name), held: map[int]bool{}}
		h.machines[id] = m
		say("%s joined", m.name)
	}
	m.seen = h.beats
	if r.Want < 0 {
		h.leave(id, "left")
		return answer
	}
	// what it does not hold was lost on the way
	for cell := range m.held {
		if !slices.Contains(r.Held, cell) {
			h.release(cell, id)
			delete(m.held, cell)
		}
	}
	size := 0
	for size < chunk && len(answer.Jobs) < r.Want && len(m.held) < mostJobs {
		cell, ok := h.next(id)
		if !ok {
			break
		}
		j := h.jobs[cell]
		j.holders, j.given = append(j.holders, id), h.beats
		m.held[cell] = true
		answer.Jobs = append(answer.Jobs, j.line)
		size += len(j.line)
	}
	return answer
}

// next is the cell that a machine gets: one that nobody has, or one whose machine takes longer than any.
func (h *host) next(id string) (int, bool) {
	for len(h.queue) > 0 {
		cell := h.queue[0]
		h.queue = h.queue[1:]
		if j := h.jobs[cell]; j != nil && len(j.holders) == 0 {
			return cell, true
		}
	}
	best, longest := 0, 0
	for cell, j := range h.jobs {
		late := h.beats - j.given - patience<<min(len(j.holders)-1, 10)
		if late > longest && !slices.Contains(j.holders, id) {
			best, longest = cell, late
		}
	}
	return best, longest > 0
}

// row writes a row of a machine for a job of that machine; a row for another job is dropped.
func (h *host) row(id string, data []byte) ([]byte, error) {
	m, done := h.machines[id], []byte("done")
	line := machineReply{Machine: id}
	if m == nil || json.Unmarshal(data, &line.reply) != nil {
		return done, nil
	}
	cell, err := cellOf(line.Row)
	if err != nil || !m.held[cell] {
		return done, nil
	}
	m.seen = h.beats
	for _, holder := range h.jobs[cell].holders {
		if other := h.machines[holder]; other != nil {
			delete(other.held, cell)
		}
	}
	delete(h.jobs, cell)
	line.Name, line.Cell = m.name, cell
	lines := json.NewEncoder(h.out)
	lines.SetEscapeHTML(false)
	return done, lines.Encode(&line)
}

// reply is a row as a machine sends it.
type reply struct {
	Row     json.RawMessage `json:"row"`
	Seconds json.RawMessage `json:"seconds"`
	Job     json.RawMessage `json:"job"`
}

// machineReply is a reply with its machine and the cell whose job it had.
type machineReply struct {
	Machine string `json:"machine"`
	Name    string `json:"name"`
	Cell    int    `json:"cell"`
	reply
}

// release takes a job from a machine.
func (h *host) release(cell int, id string) {
	j := h.jobs[cell]
	if j == nil {
		return
	}
	j.holders = slices.DeleteFunc(j.holders, func(holder string) bool { return holder == id })
	if len(j.holders) == 0 {
		h.queue = append(h.queue, cell)
	}
}

// leave takes all jobs of a machine.
func (h *host) leave(id, why string) {
	m := h.machines[id]
	if m == nil {
		return
	}
	for cell := range m.held {
		h.release(cell, id)
	}
	delete(h.machines, id)
	if why != "" {
		say("%s %s", m.name, why)
	}
}

// look counts a beat, and takes the jobs of machines that are silent.
func (h *host) look() {
	h.beats++
	for id, m := range h.machines {
		if h.beats-m.seen > silence {
			h.leave(id, "is silent")
		}
	}
}

func (h *host) eachMachine(do func(string), then func()) {
	for id := range h.machines {
		do(id)
	}
	then()
}

// plainName is the name that a machine gives itself, in one short line.
func plainName(name string) string {
	const most = 64
	if len(name) > most {
		name = name[:most]
	}
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
		name = quoted
	}
	return strings.TrimSpace(name)
}

// cellOf is the cell of a row.
func cellOf(row []byte) (int, error) {
	var r struct{ Cell *int }
	err := json.Unmarshal(row, &r)
	if err == nil && r.Cell == nil {
		err = errors.New("it has no cell")
	}
	if err != nil {
		return 0, fmt.Errorf("no row in %.80q: %w", row, err)
	}
	return *r.Cell, nil
}
