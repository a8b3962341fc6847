package sweep

// Job is a cell that is to be simulated.
type Job struct {
	Cell   int       `json:"cell"`
	Values []float64 `json:"values"`
}
