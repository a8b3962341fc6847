package app

import (
	"testing"

	"tumble/internal/app/command"
	"tumble/internal/app/stage"
)

// Every command does something: it has an action or turns a switch that the display has.
func TestEveryCommandHasAnAction(t *testing.T) {
	var show stage.Show
	for i := range command.All {
		c := &command.All[i]
		if _, ok := show.On(c.Flag); actions[c.ID] == nil && !ok {
			t.Errorf("%s does nothing", c.Name)
		}
	}
}
