package app

import (
	"time"

	"tumble/internal/app/stage"
)

// setStrategy changes the strategy of the loop between two frames.
func (a *App) setStrategy(name string) error {
	if err := a.loop.SetStrategy(name); err != nil {
		return err
	}
	if name == stage.HoldsContacts {
		a.touching.Update(a.session.World(), a.loop.Poses())
	}
	return nil
}

// A stall on purpose takes stallTime; every stallLook it asks whether the program is to end.
const (
	stallTime = 2 * time.Second
	stallLook = 10 * time.Millisecond
)

// standStill does nothing for a while, as a debugger or a load from disk would.
func (a *App) standStill() {
	for slept := time.Duration(0); slept < stallTime && !a.window.ShouldClose(); slept += stallLook {
		time.Sleep(stallLook)
	}
}

// switchStrategy takes the strategy that is so many places on in the list and shows its card.
func (a *App) switchStrategy(r request, by int) {
	all := a.loop.Strategies().All()
	for i, s := range all {
		if s.Info() != a.loop.Strategy() {
			continue
		}
		a.sayError(r, a.setStrategy(all[(i+by+len(all))%len(all)].Info().Name))
		a.hud.ShowCard(true)
		return
	}
}
