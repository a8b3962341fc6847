package renderer

// Direct is the executor that draws inline: Submit returns when the frame is drawn and
// swapped. It is for tests, for pictures without a window and for finding faults.
type Direct struct{ core }

// NewDirect opens the device on the calling thread, which must be the one to use it from then on:
// with a graphics context, a goroutine locked to its thread.
func NewDirect(config Config) (*Direct, error) {
	d := &Direct{core{config: config, inline: true}}
	if err := d.open(); err != nil {
		return nil, err
	}
	return d, nil
}

// Submit draws the packet.
func (d *Direct) Submit(p *Packet) {
	d.submit(p)
	for {
		p, submitted := d.queue.take()
		if p == nil {
			return
		}
		if err := d.draw(p, submitted, func() {}); err != nil {
			d.fail(err)
			return
		}
	}
}

// ArmWake does nothing: there is nobody to be woken by.
func (d *Direct) ArmWake() {}

// WaitAcquire is Acquire: a packet is always free.
func (d *Direct) WaitAcquire(h Handover, _ int64) *Packet { return d.Acquire(h) }

// Watch tells slow drawing only: the main thread does it, and finds no stall.
func (d *Direct) Watch(now int64, _ bool) Health { return d.vigil.health(now, 0, &d.config) }

// Close frees the device and detaches the context.
func (d *Direct) Close(int64) error {
	if d.device == nil {
		return d.Err()
	}
	err := d.close()
	d.device = nil
	if e := d.Err(); e != nil {
		return e
	}
	return err
}
