package lab

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"tumble/engine/timestep"
)

// DefaultWake is by how much a wait ends late on average (ms): that of an idle Linux desktop, whose timers have a slack
// of
// 0.05 ms.
const DefaultWake = .06

// Wake is by how much waits end late (ms).
type Wake struct{ Mean, Median, P99 float64 }

// MeasureWake lets this thread wait so many times for 1 to 3 ms and measures by how much it runs late.
func MeasureWake(ctx context.Context, clock timestep.Clock, waits int) (Wake, error) {
	var late []float64
	var w Wake
	chance := rand.New(rand.NewPCG(1, 26))
	for range waits {
		if err := ctx.Err(); err != nil {
			return w, err
		}
		at := clock.Now() + timestep.Millisecond + chance.Int64N(2*timestep.Millisecond)
		time.Sleep(time.Duration(at - clock.Now()))
		late = append(late, float64(max(clock.Now()-at, 0))/1e6)
		w.Mean += late[len(late)-1] / float64(waits)
	}
	slices.Sort(late)
	w.Median, w.P99 = late[len(late)/2], late[len(late)*99/100]
	return w, nil
}
