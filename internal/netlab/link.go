package netlab

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tumble/engine/nettime"
)

// Link is how both ends are joined, and what they are like.
type Link struct {
	nettime.Conditions
	// Skew (parts in a million) is by how much the clock of the second end is fast.
	Skew float64 `json:"skew_ppm"`
	// Rates are the frames a second of both ends, Snapshots the states that an authority sends a second.
	Rates     [2]float64 `json:"rates_hz"`
	Snapshots float64    `json:"snapshots_hz"`
}

// DefaultLink is a link without delay, and ends as they are common.
func DefaultLink() Link {
	return Link{Skew: 100, Rates: [2]float64{60, 60}, Snapshots: 20}
}

// Links are those of the table: three latencies, three losses, with jitter and without.
func Links() (list []Link) {
	for _, latency := range []int64{20, 80, 200} {
		for _, loss := range []float64{0, .01, .05} {
			for _, jitter := range []int64{0, 20} {
				l := DefaultLink()
				l.Latency, l.Jitter, l.Loss = latency*1e6, jitter*1e6, loss
				list = append(list, l)
			}
		}
	}
	return list
}

// Validate names the first value outside its range.
func (l Link) Validate() error {
	switch {
	case !(l.Skew >= -10000 && l.Skew <= 10000):
		return fmt.Errorf("netlab: skew=%g: must be from -10000 to 10000 parts in a million", l.Skew)
	case !(l.Rates[0] >= 10 && l.Rates[0] <= 1000 && l.Rates[1] >= 10 && l.Rates[1] <= 1000):
		return fmt.Errorf("netlab: rates=%g/%g: must be from 10 to 1000 frames a second", l.Rates[0], l.Rates[1])
	case !(l.Snapshots >= 5 && l.Snapshots <= 120):
		return fmt.Errorf("netlab: snapshots=%g: must be from 5 to 120 a second", l.Snapshots)
	}
	return l.Conditions.Validate()
}

// String is the link as ParseLink reads it, without values that are the default.
func (l Link) String() string {
	d := DefaultLink()
	s := fmt.Sprintf("latency=%gms", float64(l.Latency)/1e6)
	add := func(differs bool, format string, args ...any) {
		if differs {
			s += "," + fmt.Sprintf(format, args...)
		}
	}
	add(l.Jitter > 0, "jitter=%gms", float64(l.Jitter)/1e6)
	add(l.Loss > 0, "loss=%g%%", 100*l.Loss)
	add(l.Reorder > 0, "reorder=%g%%", 100*l.Reorder)
	add(l.Duplicate > 0, "duplicate=%g%%", 100*l.Duplicate)
	add(l.Skew != d.Skew, "skew=%g", l.Skew)
	add(l.Rates != d.Rates, "rates=%g/%g", l.Rates[0], l.Rates[1])
	add(l.Snapshots != d.Snapshots, "snapshots=%g", l.Snapshots)
	return s
}

// ParseLink reads a link as
// latency=80ms,jitter=20ms,loss=1%,reorder=1%,duplicate=1%,skew=100,rates=60/144,snapshots=20. The others keep the
// values of DefaultLink.
func ParseLink(text string) (Link, error) {
	l := DefaultLink()
	for _, pair := range strings.Split(text, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
		var err error
		switch key {
		case "latency":
			err = parseTime(value, &l.Latency)
		case "jitter":
			err = parseTime(value, &l.Jitter)
		case "loss":
			err = parseShare(value, &l.Loss)
		case "reorder":
			err = parseShare(value, &l.Reorder)
		case "duplicate":
			err = parseShare(value, &l.Duplicate)
		case "skew":
			l.Skew, err = strconv.ParseFloat(value, 64)
		case "snapshots":
			l.Snapshots, err = strconv.ParseFloat(value, 64)
		case "rates":
			a, b, two := strings.Cut(value, "/")
			if l.Rates[0], err = strconv.ParseFloat(a, 64); err == nil && two {
				l.Rates[1], err = strconv.ParseFloat(b, 64)
			} else {
				l.Rates[1] = l.Rates[0]
			}
		default:
			return l, fmt.Errorf(
				"netlab: a link has no %q: it has latency, jitter, loss, reorder, duplicate, skew, rates and "+
					"snapshots", key)
		}
		if err != nil {
			return l, fmt.Errorf("netlab: %s=%s: must be like latency=80ms, loss=1%%, skew=100, rates=60/144", key,
				value)
		}
	}
	return l, l.Validate()
}

// parseTime reads a duration into ns.
func parseTime(text string, ns *int64) error {
	d, err := time.ParseDuration(text)
	*ns = d.Nanoseconds()
	return err
}

// parseShare reads 1% or 0.01.
func parseShare(text string, share *float64) error {
	digits, percent := strings.CutSuffix(text, "%")
	x, err := strconv.ParseFloat(digits, 64)
	if percent {
		x /= 100
	}
	*share = x
	return err
}
