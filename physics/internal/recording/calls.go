package recording

import (
	"errors"
	"fmt"

	"tumble/physics/internal/journal"
)

// refusedCalls says of codes of calls why they cannot be carried out.
type refusedCalls map[uint16]string

// writeTable is the payload of the record that lists the calls.
func writeTable(program string) []byte {
	c := journal.Coder{}
	c.String(&program)
	n := uint32(0)
	for op := range journal.Op(journal.OpCount) {
		if op.Known() {
			n++
		}
	}
	journal.Code32(&c, &n)
	for op := range journal.Op(journal.OpCount) {
		if !op.Known() {
			continue
		}
		code, signature, name := uint32(op), op.Signature(), op.String()
		journal.Code32(&c, &code)
		journal.Code32(&c, &signature)
		c.String(&name)
	}
	return c.Data
}

// takeTable compares the calls of the program that recorded with those of this one.
func (f *File) takeTable(payload []byte) error {
	c := journal.Coder{Reading: true, Data: payload}
	c.String(&f.program)
	f.refused = make(refusedCalls)
	n := c.Length(0)
	for range n {
		var code, signature uint32
		var name string
		journal.Code32(&c, &code)
		journal.Code32(&c, &signature)
		c.String(&name)
		if c.Err != nil {
			break
		}
		if code >= 1<<16 {
			return fmt.Errorf("call %q has the code %d", name, code)
		}
		op := journal.Op(code)
		switch by := f.Program(); {
		case !op.Known() || op.String() != name:
			f.refused[uint16(code)] = fmt.Sprintf("needs the call %s, which this version does not have; recorded by %s",
				name, by)
		case op.Signature() != signature:
			f.refused[uint16(code)] = fmt.Sprintf("the arguments of %s are not those of this version; recorded by %s",
				name, by)
		}
	}
	return c.Err
}

// checkCall refuses a call that this version cannot carry out.
func (f *File) checkCall(code uint16) error {
	if why := f.refused[code]; why != "" {
		return errors.New(why)
	}
	if !journal.Op(code).Known() {
		return fmt.Errorf("a call with code %d, which this version does not have", code)
	}
	return nil
}

// describe shows the results of a call as text. refused is the error among them, nil where it is not known.
func describe(op journal.Op, results []byte, refused error) string {
	c := journal.Coder{Reading: true, Data: results}
	text := ""
	for i, letter := range op.Results() {
		if i > 0 {
			text += ", "
		}
		text += describeOne(&c, letter, refused)
	}
	if c.Err != nil {
		return fmt.Sprintf("% x", results[:min(len(results), 32)])
	}
	return text
}

// describeOne reads a result and shows it. Letters are types.
func describeOne(c *journal.Coder, letter rune, refused error) string {
	switch letter {
	case 'B', 'S', 'J':
		index, generation := readHandle(c)
		name := map[rune]string{'B': "body", 'S': "shape", 'J': "joint"}[letter]
		return fmt.Sprintf("%s %d of generation %d", name, index, generation)
	case 's':
		n := c.Length(0)
		for range n {
			readHandle(c)
		}
		return fmt.Sprintf("%d shapes", n)
	case 'i':
		var n int
		journal.Code64(c, &n)
		return fmt.Sprint(n)
	}
	var done bool
	c.Bool(&done)
	switch {
	case done:
		return "no error"
	case refused == nil:
		return "an error"
	}
	return fmt.Sprintf("error %q", refused.Error())
}

// readHandle reads a handle: which world, slot and generation.
func readHandle(c *journal.Coder) (index int32, generation uint32) {
	var world byte
	journal.Code8(c, &world)
	journal.Code32(c, &index)
	journal.Code32(c, &generation)
	return index, generation
}
