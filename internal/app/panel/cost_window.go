package panel

import (
	"cmp"

	"tumble/internal/app/command"
	"tumble/physics"
	"tumble/renderer/ui"
)

// costList is how many islands and bodies the tables show.
const costList = 24

// costs are the figures of the window of costs. They are read again now and then, so that the figures can be read.
type costs struct {
	islands []physics.IslandLoad
	pairs   []physics.PairLoad
	bodies  []bodyCost
	ns      []float32
	total   int64
	until   int64 // the next reading (ns)
	// orders are of the tables of islands, pairs and bodies
	orders [3]rowOrder
}

// bodyCost is a body with its share of a step (ns).
type bodyCost struct {
	body physics.Body
	ns   float32
}

// costInterval is how long the figures stand (ns).
const costInterval = 250e6

// read asks the world for its costs.
func (k *costs) read(w *physics.World, now int64) {
	if now < k.until && now+2*costInterval > k.until {
		return
	}
	k.until = now + costInterval
	k.islands, k.pairs, k.ns = w.IslandLoads(k.islands[:0]), w.PairLoads(k.pairs[:0]), w.BodyCosts(k.ns)
	k.total = 0
	for i := range k.islands {
		k.total += k.islands[i].Ns
	}
	k.bodies = k.bodies[:0]
	for i, ns := range k.ns {
		if ns > 0 {
			k.offer(w, i, ns)
		}
	}
}

// offer keeps the body if it is among the costliest.
func (k *costs) offer(w *physics.World, slot int, ns float32) {
	n := len(k.bodies)
	if n == costList && ns <= k.bodies[n-1].ns {
		return
	}
	b, ok := w.BodyAt(slot)
	if !ok {
		return
	}
	if n < costList {
		k.bodies = append(k.bodies, bodyCost{})
		n++
	}
	i := n - 1
	for ; i > 0 && k.bodies[i-1].ns < ns; i-- {
		k.bodies[i] = k.bodies[i-1]
	}
	k.bodies[i] = bodyCost{b, ns}
}

var (
	islandColumns = [...]ui.Column{
		{Title: "Island", Width: 66, Right: true}, {Title: "Bodies", Width: 60, Right: true},
		{Title: "Contacts", Width: 70, Right: true},
		{Title: "Points", Width: 60, Right: true}, {Title: "Joints", Width: 56, Right: true},
		{Title: "µs", Width: 64, Right: true, Falling: true}, {Title: "Share"},
	}
	pairColumns = [...]ui.Column{{Title: "Shapes", Width: 130}, {Title: "Contacts", Width: 70, Right: true},
		{Title: "µs", Right: true, Falling: true}}
	bodyColumns = [...]ui.Column{{Title: "Body", Width: 130}, {Title: "µs", Right: true, Falling: true}}
)

// islandFigure is the figure of an island in a column of the table.
func islandFigure(l *physics.IslandLoad, column int) float64 {
	switch column {
	case 0:
		return float64(l.Island)
	case 1:
		return float64(l.Bodies)
	case 2:
		return float64(l.Contacts)
	case 3:
		return float64(l.Points)
	case 4:
		return float64(l.Joints)
	}
	return float64(l.Ns)
}

func comparePairs(a, b *physics.PairLoad, column int) int {
	switch column {
	case 0:
		return cmp.Compare(a.Name, b.Name)
	case 1:
		return cmp.Compare(a.Contacts, b.Contacts)
	}
	return cmp.Compare(a.Ns, b.Ns)
}

func compareBodies(a, b *bodyCost, column int) int {
	if column == 0 {
		return cmp.Or(cmp.Compare(a.body.Name(), b.body.Name()), cmp.Compare(a.body.Index(), b.body.Index()))
	}
	return cmp.Compare(a.ns, b.ns)
}

// costsBeside (units) is the width from which on the three tables stand side by side.
const costsBeside = 900

// draw shows which islands, shapes and bodies the time of a step went to.
func (k *costs) draw(c *ui.Context, v *View) {
	if !c.BeginWindow(windowCost, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	w := v.Session.World()
	k.read(w, v.Frame.Now)
	c.Flow(280, 170, 170, 0)
	profileButton(c, v)
	timed := w.MeasuresCosts()
	if c.Check("Time single contacts", &timed) {
		w.MeasureCosts(timed)
	}
	c.Tip("Reads the clock for every contact: exact figures by shape and body, some tens of nanoseconds each.")
	c.Dim("A row selects. Colour bodies by cost in Display")
	beside := c.Width() >= costsBeside
	height := max(c.Remaining()-4, 96)
	if len(k.islands) == 0 {
		c.Dim("nothing is awake")
	}
	if beside {
		c.Row(-4, -2, -2)
	}
	k.islandTable(c, v, height)
	k.pairTable(c, height)
	k.bodyTable(c, v, height)
}

// cellTime draws a time (ns) in µs; 0 is one that was not measured.
func cellTime(c *ui.Context, ns float64, decimals int) {
	if ns == 0 {
		c.Cell("–")
		return
	}
	c.CellNumber(ns/1e3, decimals)
}

func (k *costs) islandTable(c *ui.Context, v *View, height float32) {
	c.BeginTable("islands", height, islandColumns[:]...)
	column, down := c.Sort()
	for _, i := range k.orders[0].sort(min(len(k.islands), costList), down, func(i, j int) int {
		return cmp.Compare(islandFigure(&k.islands[i], column), islandFigure(&k.islands[j], column))
	}) {
		l := &k.islands[i]
		if c.TableRow(rowNames[i], v.Selected == l.First) {
			v.Select(l.First)
		}
		c.CellNumber(float64(l.Island), 0)
		c.CellNumber(float64(l.Bodies), 0)
		c.CellNumber(float64(l.Contacts), 0)
		c.CellNumber(float64(l.Points), 0)
		c.CellNumber(float64(l.Joints), 0)
		cellTime(c, float64(l.Ns), 1)
		c.CellBar(float32(l.Ns)/float32(max(k.total, 1)), c.Theme.Series[0])
	}
	c.EndTable()
}

func (k *costs) pairTable(c *ui.Context, height float32) {
	c.BeginTable("pairs", height, pairColumns[:]...)
	column, down := c.Sort()
	for _, i := range k.orders[1].sort(len(k.pairs), down,
		func(i, j int) int { return comparePairs(&k.pairs[i], &k.pairs[j], column) }) {
		c.TableRow(k.pairs[i].Name, false)
		c.Cell(k.pairs[i].Name)
		c.CellNumber(float64(k.pairs[i].Contacts), 0)
		cellTime(c, float64(k.pairs[i].Ns), 1)
	}
	c.EndTable()
}

func (k *costs) bodyTable(c *ui.Context, v *View, height float32) {
	c.BeginTable("bodies", height, bodyColumns[:]...)
	column, down := c.Sort()
	for _, i := range k.orders[2].sort(len(k.bodies), down,
		func(i, j int) int { return compareBodies(&k.bodies[i], &k.bodies[j], column) }) {
		b := &k.bodies[i]
		if c.TableRow(rowNames[i], v.Selected == b.body) {
			v.Select(b.body)
		}
		if name := b.body.Name(); name != "" {
			c.Cell(name)
		} else {
			c.CellNumber(float64(b.body.Index()), 0)
		}
		cellTime(c, float64(b.ns), 2)
	}
	c.EndTable()
}

// rowNames tell rows of tables apart.
var rowNames = func() (names [costList]string) {
	for i := range names {
		names[i] = string(rune('a' + i))
	}
	return names
}()

// profileButton takes a profile of the next steps.
func profileButton(c *ui.Context, v *View) {
	label := "Profile 300 steps"
	if v.Profiling {
		c.Disabled()
		label = "Profiling…"
	}
	if c.Button(label) {
		v.Do(command.Profile)
	}
	if v.Profiling {
		c.Enabled()
	}
}
