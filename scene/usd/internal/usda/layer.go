package usda

// Layer is a file: its metadata and the prims at its root.
type Layer struct {
	Meta  map[string]*Value
	Prims []*Prim
}

// Prim is a prim with its opinions in one layer.
type Prim struct {
	Specifier  string // def, over or class
	Type, Name string
	Line       int
	Meta       map[string]*Value
	Attributes map[string]*Attribute
	Children   []*Prim
	Variants   map[string]map[string]*Prim // by set and name
}

// Attribute is an attribute or a relationship.
type Attribute struct {
	Type    string // "rel" of relationships
	Line    int
	Custom  bool
	Uniform bool
	Value   *Value // nil without a default
	Samples *Value // dictionary by time
	Connect *Value
	Meta    map[string]*Value
}

// Shape is the kind of a value.
type Shape uint8

// The shapes of values.
const (
	None    Shape = iota // also of a value that is blocked
	Number               // Numbers[0]
	Numbers              // numbers of lists and tuples, one after the other, Width each
	Word                 // a keyword
	String
	Asset // with Target after it, if there is one
	Path
	List
	Dictionary
)

// Value is a value. Lists of numbers are flat, since meshes have millions.
type Value struct {
	Shape   Shape
	Line    int
	Text    string
	Target  string // path of the prim in an asset
	Numbers []float64
	Width   int // numbers in an element of a list of tuples
	Tuple   bool
	List    []*Value
	Keys    []string // of List in a dictionary
	Edit    string   // prepend, append, add, delete or reorder
}
