package sweep

// file is a study as it is written.
type file struct {
	Title     string         `toml:"title"`
	Scene     string         `toml:"scene"`
	Steps     int            `toml:"steps"`
	Until     string         `toml:"until"`
	TimeLimit string         `toml:"time_limit"`
	Seed      uint64         `toml:"seed"`
	Set       map[string]any `toml:"set"`
	Parameter []struct {
		Key    string    `toml:"key"`
		Range  []float64 `toml:"range"`
		Scale  string    `toml:"scale"`
		Unit   string    `toml:"unit"`
		Count  int       `toml:"count"`
		Values []any     `toml:"values"`
		Start  *float64  `toml:"start"`
	} `toml:"parameter"`
	Design struct {
		Kind      string  `toml:"kind"`
		Cells     int     `toml:"cells"`
		Parameter string  `toml:"parameter"`
		Tolerance float64 `toml:"tolerance"`
		Levels    int     `toml:"levels"`
	} `toml:"design"`
	Metric []struct {
		Name   string `toml:"name"`
		Meter  string `toml:"meter"`
		Reduce string `toml:"reduce"`
		Until  string `toml:"until"`
	} `toml:"metric"`
	Guard []struct {
		Name   string `toml:"name"`
		Breaks string `toml:"breaks"`
		Stop   bool   `toml:"stop"`
	} `toml:"guard"`
	Repeat struct {
		Count    int     `toml:"count"`
		Position float64 `toml:"position"`
		Rotation float64 `toml:"rotation"`
		Velocity float64 `toml:"velocity"`
		Spin     float64 `toml:"spin"`
	} `toml:"repeat"`
	Fit struct {
		Method string  `toml:"method"`
		Offset float64 `toml:"offset"`
		Follow []struct {
			Column    string  `toml:"column"`
			Quantity  string  `toml:"quantity"`
			Deviation float64 `toml:"deviation"`
		} `toml:"follow"`
	} `toml:"fit"`
}
