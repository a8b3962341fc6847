package timestep

import (
	"fmt"
	"slices"
)

// DefaultStrategy is the name of the strategy a loop starts with.
const DefaultStrategy = "interpolate"

// StrategySet has one of each strategy for one loop. Those with equal ticks share a
// Stepper, so that switching between them changes nothing but the picture.
type StrategySet struct {
	Stepper  *Stepper
	settings Settings
	all      []Strategy
	filters  [3]TimeFilter
}

// NewStrategySet makes the strategies with a tick rate; they book in the ledger.
func NewStrategySet(l *Ledger, hz int64) (*StrategySet, error) {
	s, err := NewStepper(l, hz)
	if err != nil {
		return nil, err
	}
	set := &StrategySet{Stepper: s, settings: DefaultSettings()}
	set.all = newStrategies(s, &set.settings)
	set.filters = [3]TimeFilter{rawFilter{}, &snapFilter{}, NewDisplayClock()}
	return set, nil
}

func newStrategies(s *Stepper, settings *Settings) []Strategy {
	count := stepCount{hz: s.Rate()}
	pending := pendingTime{stepCount: count}
	return []Strategy{
		&accumulator{s, &interpolateInfo, interpolated},
		&accumulator{s, &rawInfo, interpolated},
		&accumulator{s, &snapInfo, interpolated},
		&hysteresis{Stepper: s, settings: settings},
		&accumulator{s, &latestInfo, showLatest},
		&accumulator{s, &extrapolateInfo, showExtrapolated},
		&accumulator{s, &extrapolateHoldInfo, showHeld},
		&accumulator{s, &renderTickInfo, showRenderTick},
		&frameLocked{stepCount: count},
		&variableStep{stepCount: count},
		&semiFixed{stepCount: count, settings: settings},
		&canonical{stepCount: count, settings: settings},
		&canonical{stepCount: count, settings: settings, snooze: true},
		&wholeSteps{stepCount: count, info: &whole240Info, rate: 240, table: whole240},
		&wholeSteps{stepCount: count, info: &whole480Info, rate: 480, table: whole480},
		&wholeSteps{stepCount: count, info: &whole480PublishedInfo, rate: 480, table: whole480Published},
		&callbackLoop{pending},
		&twoTimers{stepCount: count},
		&accumulator{s, &liveMatricesInfo, showLive},
		&sleepClock{pending},
		&moduloStep{pending},
		&floatTime{pendingTime: pending, ticked: floatUptime},
		&wholeSteps{stepCount: count, info: &byFramesInfo, rate: byFramesRate, table: oneStep},
	}
}

// StrategyInfos lists the strategies in the order of the documentation; the broken ones are the last.
func StrategyInfos() []*StrategyInfo {
	s, _ := NewStepper(&Ledger{}, DefaultRate)
	var list []*StrategyInfo
	for _, st := range newStrategies(s, &Settings{}) {
		list = append(list, st.Info())
	}
	return list
}

// StrategyNames are the names of StrategyInfos.
func StrategyNames() []string {
	var names []string
	for _, info := range StrategyInfos() {
		names = append(names, info.Name)
	}
	return names
}

// BrokenStrategy returns the fault of the strategy of a name, empty for none.
func BrokenStrategy(name string) string {
	for _, info := range StrategyInfos() {
		if info.Broken && info.Name == name {
			return info.Failure
		}
	}
	return ""
}

// aliases are the names of strategies in the articles.
var aliases = map[string]string{"snapped": "snap", "stolk240": "whole-240", "stolk480": "whole-480"}

// FindStrategy returns the name of the strategy with a name or an alias; ok is false if there is none.
func FindStrategy(name string) (found string, ok bool) {
	if a, is := aliases[name]; is {
		name = a
	}
	return name, slices.Contains(StrategyNames(), name)
}

// Find returns the strategy with a name or an alias, nil if there is none.
func (s *StrategySet) Find(name string) Strategy {
	if a, is := aliases[name]; is {
		name = a
	}
	for _, st := range s.all {
		if st.Info().Name == name {
			return st
		}
	}
	return nil
}

// follow returns the strategy with a name, gone on from where before is, which may be nil.
func (s *StrategySet) follow(before Strategy, name string) (Strategy, error) {
	next := s.Find(name)
	if next == nil {
		return nil, fmt.Errorf("engine: strategy %q is unknown: must be one of %v", name, StrategyNames())
	}
	if before != nil {
		next.Enter(before.State())
	}
	return next, nil
}

// All returns the strategies.
func (s *StrategySet) All() []Strategy { return s.all }

// Filter returns the filter of a kind. There is one of each, and all of them hear the times of
// the frames, so that a change of strategy finds a clock that has already locked.
func (s *StrategySet) Filter(k FilterKind) TimeFilter { return s.filters[k] }

// Display is the display clock.
func (s *StrategySet) Display() *DisplayClock { return s.filters[FilterDisplay].(*DisplayClock) }

// Advance runs every filter and returns the moment of the one of that kind: a change of strategy then
// finds its clock warm and near the one before.
func (s *StrategySet) Advance(k FilterKind, now int64) int64 {
	var moment int64
	for i, t := range s.filters {
		if at := t.Advance(now); FilterKind(i) == k {
			moment = at
		}
	}
	return moment
}

// Presented passes feedback to every filter.
func (s *StrategySet) Presented(f Feedback) {
	for _, t := range s.filters {
		t.Presented(f)
	}
}

// Submitted tells every filter that a frame has been handed over.
func (s *StrategySet) Submitted(id uint64) {
	for _, t := range s.filters {
		t.Submitted(id)
	}
}

// SetDisplay tells the filters the nominal period of the display (ns, 0 unknown) and whether swaps
// are known not to wait for it.
func (s *StrategySet) SetDisplay(period int64, ignored bool) {
	for _, t := range s.filters {
		t.SetDisplay(period, ignored)
	}
}

// SetRate changes the nominal tick rate while the strategy now is in use.
func (s *StrategySet) SetRate(hz int64, now Strategy) error {
	if err := checkRate(hz); err != nil {
		return err
	}
	st := now.State()
	if err := s.Stepper.SetRate(hz); err != nil {
		return err
	}
	if _, shares := now.(*accumulator); !shares {
		st.Hz = hz
		now.Enter(st)
	}
	return nil
}

// Restart sets the step count and the time that belongs to it, for a new or rewound scene.
func (s *StrategySet) Restart(now Strategy, tick uint64) {
	st := now.State()
	time := int64(mulDiv(tick, uint64(Second), uint64(max(st.Hz, 1))))
	now.Enter(StepState{Tick: tick, Time: time, Hz: st.Hz})
}

// TickCost is the moving average of the wall time of a tick (ns).
func (s *StrategySet) TickCost() int64 { return s.Stepper.TickCost() }
