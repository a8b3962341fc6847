package trial

import (
	"errors"
	"fmt"
	"strings"

	"tumble/internal/meter"
)

// MostMembers is the largest number of copies beside a session: four worlds together.
const MostMembers = 3

// ErrTrial is wrapped by errors about a plan.
var ErrTrial = errors.New("trial")

// Beginning names the moment at which all members begin.
type Beginning uint8

// The beginnings.
const (
	// FromStart is the newest start of the scene.
	FromStart Beginning = iota
	// FromRegion is the beginning of the marked part of time.
	FromRegion
	// FromHere is the present moment of the session: all members begin with a bad state that the session has made.
	FromHere
)

// Beginnings are the names of the beginnings.
var Beginnings = []string{FromStart: "from the start", FromRegion: "from the marked time", FromHere: "from here"}

// Plan says what a trial compares.
type Plan struct {
	From    Beginning
	Members []Values
	// Steps is how many steps it lasts, 0 for as long as the user lets it.
	Steps uint64
	// Goals are the rows of the table, Watched the meters with curves.
	Goals   []*meter.Goal
	Watched []*meter.Meter
}

// Values are the values by which a member differs from the session, and the member's name, empty for none.
type Values struct {
	Name string
	List []Value
}

// Value is the key of a parameter, or of a setting of a body or joint, and the value as text.
type Value struct{ Key, Text string }

// String is the name of the member, or without a name its values as "key=text, key=text".
func (v *Values) String() string {
	if v.Name != "" {
		return v.Name
	}
	var words []string
	for _, x := range v.List {
		words = append(words, x.Key+"="+x.Text)
	}
	return strings.Join(words, ", ")
}

// Parse reads values of members: "material.friction = 0.2, 0.4, 0.8" makes three members. Semicolons separate
// parameters; each parameter has one value for every member. Errors wrap ErrTrial.
func Parse(text string) ([]Values, error) {
	var members []Values
	for i, part := range strings.Split(text, ";") {
		at := assignment(part)
		if at < 0 || strings.TrimSpace(part[:at]) == "" {
			return nil, fmt.Errorf("%w: %q: must be a parameter and one to %d values, as material.friction = 0.2, 0.4",
				ErrTrial, part, MostMembers)
		}
		var words []string
		for _, word := range strings.Split(part[at+1:], ",") {
			word = strings.TrimSpace(word)
			if word != "" {
				words = append(words, word)
			}
		}
		if i == 0 {
			members = make([]Values, len(words))
		}
		if len(words) != len(members) || len(words) == 0 || len(words) > MostMembers {
			return nil, fmt.Errorf("%w: %q: has %d values, must have 1 to %d, each parameter as many", ErrTrial, part,
				len(words), MostMembers)
		}
		for k, word := range words {
			members[k].List = append(members[k].List, Value{strings.TrimSpace(part[:at]), word})
		}
	}
	return members, nil
}

// assignment is the index of the first equals sign outside quotes, −1 for none; names of bodies in quotes may have an
// equals sign.
func assignment(text string) int {
	quoted := false
	for i := range len(text) {
		switch text[i] {
		case '"':
			quoted = !quoted
		case '=':
			if !quoted {
				return i
			}
		}
	}
	return -1
}

// usualGoals are the texts of UsualGoals. The cost has no best value: the cheapest member may be the worst.
var usualGoals = []string{
	"penetration.max", "joint.error", "energy.total drift", "speed.max", "contact.flicker sum",
	"cost.step mean any",
}

// UsualGoals returns the goals of a table for which the user has chosen none.
func UsualGoals() (list []*meter.Goal) {
	for _, text := range usualGoals {
		if g, err := meter.ParseGoal(text); err == nil {
			list = append(list, g)
		}
	}
	return list
}
