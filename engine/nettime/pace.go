package nettime

// Pace counts the ticks that are due.
type Pace struct {
	// Owed (ticks) is the time that has passed since the last tick was due.
	Owed float64
}

// Add adds a time (ns) at so many ticks a second and a rate, 1 for nominal.
func (p *Pace) Add(elapsed int64, hertz int, rate float64) {
	p.Owed += float64(float64(elapsed) / 1e9 * float64(hertz) * rate)
}

// Take takes the ticks that are due. One that has to wait is due in the next frame, and no more than that: the time is
// lost for both sides.
func (p *Pace) Take(take func() (ok bool, err error)) error {
	for p.Owed >= 1 {
		ok, err := take()
		if err != nil {
			return err
		}
		if !ok {
			p.Owed = 1
			return nil
		}
		p.Owed--
	}
	return nil
}
