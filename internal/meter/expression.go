package meter

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
)

// kind is the type of an expression: the language has no other values.
type kind string

const (
	number kind = "a number"
	truth  kind = "true or false"
)

// expression is a text of the language of conditions: numbers, comparisons and logic over quantities, each of which is found when the
// text is compiled. Nothing else of the library is accepted, no loops, lists, maps, variables or texts: an evaluation takes no
// more operations than the text has, and a quantity that there is not is an error instead of a 0.
type expression struct {
	source string
	run    *vm.Program
	vm     vm.VM
	// env has the value of every quantity by its key: float64 or bool, and step as int.
	env map[string]any
}

// namer finds a quantity that an expression names, a member of a group as speed.max (owner is empty then), or of a thing, as
// body("crate").speed. It returns the kind of its value.
type namer interface {
	member(owner string, names []string, word string) (kind, error)
	call(function string, names []string) (kind, error)
}

// numeric are the functions of numbers, with how many they take at least and at most.
var numeric = map[string][2]int{"abs": {1, 1}, "ceil": {1, 1}, "floor": {1, 1}, "round": {1, 1}, "min": {2, mostOperations}, "max": {2, mostOperations}}

// compile checks a text and compiles it. The names are those of n.
func (e *expression) compile(source string, n namer) error {
	config := conf.CreateNew()
	config.MaxNodes = mostOperations
	tree, err := parser.ParseWithConfig(source, config)
	if err != nil {
		return err
	}
	e.source, e.env = source, map[string]any{}
	r := &reader{expression: e, names: n}
	switch is, err := r.read(tree.Node); {
	case err != nil:
		return err
	case is != truth:
		return fmt.Errorf("it is %s: a condition compares, as in speed.max > 3", is)
	}
	options := []expr.Option{expr.Env(e.env), expr.AsBool(), expr.Patch(patch{}), expr.DisableAllBuiltins()}
	for name := range numeric {
		options = append(options, expr.EnableBuiltin(name))
	}
	e.run, err = expr.Compile(source, options...)
	return err
}

// holds evaluates the expression with the values of env.
func (e *expression) holds() (bool, error) {
	out, err := e.vm.Run(e.run, e.env)
	if err != nil {
		return false, err
	}
	return out.(bool), nil
}

// reader walks over the tree of an expression, once, and accepts the constructs of the language.
type reader struct {
	*expression
	names namer
}

// at is an error at the position of a part of the text.
func (r *reader) at(n ast.Node, format string, args ...any) error {
	f := &file.Error{Location: n.Location(), Message: fmt.Sprintf(format, args...)}
	return errors.New(f.Bind(file.NewSource(r.source)).Error())
}

// read returns the kind of a part of the expression.
func (r *reader) read(node ast.Node) (kind, error) {
	switch n := node.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		return number, nil
	case *ast.BoolNode:
		return truth, nil
	case *ast.IdentifierNode:
		return r.clock(n)
	case *ast.MemberNode:
		return r.member(n)
	case *ast.CallNode:
		return r.call(n)
	case *ast.BuiltinNode:
		return r.function(n)
	case *ast.UnaryNode:
		return r.unary(n)
	case *ast.BinaryNode:
		return r.binary(n)
	case *ast.ConditionalNode:
		return r.choice(n)
	}
	return "", r.at(node, "conditions have numbers, comparisons, logic, quantities and %s only", strings.Join(functions(), ", "))
}

// functions lists the functions of numbers.
func functions() (names []string) {
	for name := range numeric {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// clock reads the two quantities that have no group.
func (r *reader) clock(n *ast.IdentifierNode) (kind, error) {
	switch n.Value {
	case stepKey:
		r.env[stepKey] = 0
	case timeKey:
		r.env[timeKey] = 0.0
	default:
		_, err := r.names.member("", nil, n.Value)
		return "", r.at(n, "%v", err)
	}
	return number, nil
}

// expect reads parts that must be of a kind.
func (r *reader) expect(want kind, parts ...ast.Node) error {
	for _, p := range parts {
		is, err := r.read(p)
		if err != nil {
			return err
		}
		if is != want {
			return r.at(p, "%s is needed here, not %s", want, is)
		}
	}
	return nil
}

func (r *reader) unary(n *ast.UnaryNode) (kind, error) {
	switch n.Operator {
	case "!", "not":
		return truth, r.expect(truth, n.Node)
	case "+", "-":
		return number, r.expect(number, n.Node)
	}
	return "", r.at(n, "conditions do not have %s", n.Operator)
}

func (r *reader) binary(n *ast.BinaryNode) (kind, error) {
	switch n.Operator {
	case "+", "-", "*", "/", "%", "**", "^":
		return number, r.expect(number, n.Left, n.Right)
	case "<", "<=", ">", ">=":
		return truth, r.expect(number, n.Left, n.Right)
	case "&&", "||", "and", "or":
		return truth, r.expect(truth, n.Left, n.Right)
	case "==", "!=":
		is, err := r.read(n.Left)
		if err != nil {
			return "", err
		}
		return truth, r.expect(is, n.Right)
	}
	return "", r.at(n, "conditions do not have %s", n.Operator)
}

// choice reads a ? b : c.
func (r *reader) choice(n *ast.ConditionalNode) (kind, error) {
	err := r.expect(truth, n.Cond)
	if err != nil {
		return "", err
	}
	is, err := r.read(n.Exp1)
	if err != nil {
		return "", err
	}
	return is, r.expect(is, n.Exp2)
}

// function reads a function of numbers.
func (r *reader) function(n *ast.BuiltinNode) (kind, error) {
	takes, known := numeric[n.Name]
	if !known {
		return "", r.at(n, "conditions do not have %s; they have %s", n.Name, strings.Join(functions(), ", "))
	}
	if k := len(n.Arguments); k < takes[0] || k > takes[1] {
		return "", r.at(n, "%s takes another number of values", n.Name)
	}
	return number, r.expect(number, n.Arguments...)
}

// member reads speed.max or body("crate").speed.
func (r *reader) member(n *ast.MemberNode) (kind, error) {
	word, isText := n.Property.(*ast.StringNode)
	if !isText || n.Optional || n.Method {
		return "", r.at(n, "a name is needed after a dot")
	}
	owner, names := "", []string(nil)
	switch of := n.Node.(type) {
	case *ast.IdentifierNode:
		return r.note(n, 0.0)(r.names.member("", nil, of.Value+"."+word.Value))
	case *ast.CallNode:
		owner, names = nameOf(of)
	}
	if owner == "" {
		return "", r.at(n, "%s needs a group of meters or a thing before it", word.Value)
	}
	return r.note(n, 0.0)(r.names.member(owner, names, word.Value))
}

// call reads touching("a", "b").
func (r *reader) call(n *ast.CallNode) (kind, error) {
	function, names := nameOf(n)
	if function == "" || len(names) != len(n.Arguments) {
		return "", r.at(n, "%s takes names in quotes", function)
	}
	return r.note(n, false)(r.names.call(function, names))
}

// note keeps room for the value of a quantity, and puts the position to an error.
func (r *reader) note(n ast.Node, zero any) func(kind, error) (kind, error) {
	return func(is kind, err error) (kind, error) {
		if err != nil {
			return "", r.at(n, "%v", err)
		}
		if is == truth {
			zero = false
		}
		r.env[keyOf(n)] = zero
		return is, nil
	}
}

// nameOf is the function of a call and the texts that are passed.
func nameOf(n *ast.CallNode) (function string, texts []string) {
	callee, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return "", nil
	}
	for _, a := range n.Arguments {
		if text, ok := a.(*ast.StringNode); ok {
			texts = append(texts, text.Value)
		}
	}
	return callee.Value, texts
}

// quantityKey is the key of a quantity in env.
func quantityKey(owner string, names []string, word string) string {
	if owner == "" {
		return word
	}
	key := owner + "("
	for i, name := range names {
		if i > 0 {
			key += ", "
		}
		key += fmt.Sprintf("%q", name)
	}
	if word == "" {
		return key + ")"
	}
	return key + ")." + word
}

// keyOf is the key of a part of the tree that names a quantity, empty for others.
func keyOf(node ast.Node) string {
	switch n := node.(type) {
	case *ast.MemberNode:
		word, ok := n.Property.(*ast.StringNode)
		if !ok {
			return ""
		}
		switch of := n.Node.(type) {
		case *ast.IdentifierNode:
			return of.Value + "." + word.Value
		case *ast.CallNode:
			owner, names := nameOf(of)
			return quantityKey(owner, names, word.Value)
		}
	case *ast.CallNode:
		if function, names := nameOf(n); function != bodyCall {
			return quantityKey(function, names, "")
		}
	}
	return ""
}

// patch puts the key of a quantity where the text names it, so that the program reads env and nothing else.
type patch struct{}

// Visit implements ast.Visitor.
func (patch) Visit(node *ast.Node) {
	if key := keyOf(*node); key != "" {
		ast.Patch(node, &ast.IdentifierNode{Value: key})
	}
}
