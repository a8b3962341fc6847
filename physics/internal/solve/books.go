package solve

import (
	"tumble/physics/internal/energy"
	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
)

// Who keeps the ledger of energy calls BeforeStage and AfterStage around each stage, with Whole set. Stages that apply
// impulses write down the difference of the impulses before and after; those that change velocities by one mechanism
// write down these.

// bookkeeping has the notes from before a stage.
type bookkeeping struct {
	contacts      []contact.Rows
	joints, after []joint.Rows
	held          []float32
	states        []kernel.State
	poses         []motion.Pose
	energy        float64
}

// booking says how a stage is booked.
type booking int8

const (
	bookNothing booking = iota
	bookVelocities
	bookChange    // of velocities, among the impulses of the sub-step, as the entry of the stage
	bookAlone     // the same by itself
	bookGuess     // impulses of the sub-step before
	bookBiased    // impulses of rows that close gaps
	bookRows      // impulses of other rows
	bookPositions // bodies move
	bookPoses
)

// bookings says for each stage how it is booked, and which entry a change of velocities is.
var bookings = [StageKindCount]struct {
	how   booking
	entry energy.Entry
}{
	StageIntegrateVelocities:    {how: bookVelocities},
	StageImpacts:                {bookChange, energy.Impacts},
	StageWarmStartArticulations: {how: bookGuess},
	StageWarmStart:              {how: bookGuess},
	StageWeighGuess:             {bookChange, energy.GuardGuess},
	StageSearch:                 {how: bookBiased},
	StageSolveContacts:          {how: bookBiased},
	StageSolve:                  {how: bookBiased},
	StageSolveArticulations:     {how: bookBiased},
	StageIntegratePositions:     {how: bookPositions},
	StageRelaxImpacts:           {bookChange, energy.Impacts},
	StageRelax:                  {how: bookRows},
	StageRelaxDeep:              {how: bookRows},
	StagePressArticulations:     {how: bookRows},
	StageTakeBias:               {how: bookRows},
	StageRelaxArticulations:     {how: bookRows},
	StageRelaxSearch:            {how: bookRows},
	StageKeepMoments:            {bookAlone, energy.GuardMoments},
	StageBoundEnergy:            {bookAlone, energy.GuardBound},
	StageFinalizeBodies:         {how: bookPoses},
}

// OpenBooks begins to book a step, before the first sub-step.
func (s *Solver) OpenBooks() {
	s.Books.BeginShares(len(s.Sims), len(s.Joints), len(s.Manifolds))
	s.openAccounts()
}

// openAccounts opens the accounts at the poses of now.
func (s *Solver) openAccounts() { s.Bodies.OpenBooks(s.Books) }

// closeAccounts makes work of the impulses written down.
func (s *Solver) closeAccounts() { s.Books.Close(s.VelocityOf) }

// BeforeStage notes the values that a stage is going to change, AfterStage books the changes. Stages of several batches
// count as one.
func (s *Solver) BeforeStage(kind StageKind) {
	k := &s.bookkeeping
	switch bookings[kind].how {
	case bookVelocities:
		s.BookVelocities(s.Books)
	case bookChange:
		k.states = append(k.states[:0], s.States...)
	case bookGuess, bookBiased, bookRows:
		k.contacts, k.joints = s.contacts.NoteRows(k.contacts), s.joints.NoteRows(k.joints)
		k.held = s.articulations.NoteRows(k.held)
	case bookPositions:
		s.closeAccounts()
		k.poses = s.BeginPositions(s.Books, k.poses)
	case bookAlone:
		s.closeAccounts()
		s.openAccounts()
		k.states = append(k.states[:0], s.States...)
	case bookPoses:
		s.closeAccounts()
		k.energy = s.EnergyIn()
	}
}

// AfterStage books the changes since BeforeStage.
func (s *Solver) AfterStage(kind StageKind) {
	k := &s.bookkeeping
	articulated := order[kind].over == overArticulation
	switch rule := bookings[kind]; rule.how {
	case bookChange:
		s.BookChanges(s.Books, rule.entry, k.states)
	case bookGuess, bookBiased, bookRows:
		bias, guess := rule.how != bookRows, rule.how == bookGuess
		k.after = s.joints.NoteRows(k.after)
		if articulated {
			s.articulations.BookRows(s.Books, k.held, bias, guess)
			if !guess {
				// joints that yield take their options back
				s.joints.BookRows(s.Books, k.joints, k.after, bias, true)
			}
			break
		}
		if guess {
			clear(k.contacts)
			clear(k.joints)
		}
		s.contacts.BookRows(s.Books, k.contacts, bias)
		s.joints.BookRows(s.Books, k.joints, k.after, bias, guess)
	case bookAlone:
		s.BookChanges(s.Books, rule.entry, k.states)
		s.closeAccounts()
		s.openAccounts()
	case bookPositions:
		s.BookPositions(s.Books, k.poses)
		s.openAccounts()
	case bookPoses:
		s.Books.Book(energy.Rounding, s.EnergyAfter()-k.energy)
	}
}
