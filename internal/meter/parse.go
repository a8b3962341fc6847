package meter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// form is the kind of a node.
type form uint8

const (
	numberForm form = iota
	truthForm
	textForm
	nameForm
	memberForm
	callForm
	unaryForm
	binaryForm
	choiceForm
)

// node is a part of the text of an expression. The text of a node is its name, operator or quoted text.
type node struct {
	form  form
	at    int // position in the source (bytes)
	text  string
	value float64
	parts []*node
}

// precedence of the operators of two values: a higher one binds first. The power alone groups from the right.
var precedence = map[string]int{"or": 1, "||": 1, "and": 2, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3,
	"+": 4, "-": 4, "*": 5, "/": 5, "%": 5, "**": signPrecedence + 1, "^": signPrecedence + 1}

// The precedence of not and of signs.
const (
	notPrecedence  = 5
	signPrecedence = 6
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endToken tokenKind = iota
	numberToken
	textToken
	nameToken
	operatorToken
)

// parser reads the text of an expression by precedence climbing (Clarke 1986), one token ahead.
type parser struct {
	source string
	// the token: from at to end, its name, operator or text, and its value
	kind    tokenKind
	at, end int
	text    string
	value   float64
	nodes   int // of the tree
	depth   int // of the calls
	err     error
}

// parse reads a text as a tree. The error has the position.
func parse(source string) (*node, error) {
	if len(source) > longestCondition {
		return nil, fmt.Errorf("longer than %d bytes", longestCondition)
	}
	p := &parser{source: source}
	p.next()
	n := p.expression(0)
	if p.kind != endToken {
		p.unexpected()
	}
	return n, p.err
}

// failf keeps the first error, at the position of the token, and ends the text.
func (p *parser) failf(format string, args ...any) {
	if p.err == nil {
		p.err = located(p.source, p.at, fmt.Errorf(format, args...))
	}
	p.kind, p.text, p.end = endToken, "", len(p.source)
}

func (p *parser) unexpected() {
	if p.kind == endToken {
		p.failf("unexpected end of the expression")
		return
	}
	p.failf("unexpected %s", p.source[p.at:p.end])
}

// located is an error at a position of a text.
func located(source string, at int, err error) error {
	line := strings.LastIndexByte(source[:at], '\n') + 1
	text, _, _ := strings.Cut(source[line:], "\n")
	column := utf8.RuneCountInString(source[line:at])
	return fmt.Errorf("%w (%d:%d)\n | %s\n | %s^", err, 1+strings.Count(source[:at], "\n"), column+1,
		strings.ReplaceAll(text, "\t", " "), strings.Repeat(".", column))
}

// operators are the signs besides words, longer ones first.
var operators = []string{"**", "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "^", "<", ">", "!", "?",
	":", ",", ".", "(", ")", "[", "]"}

// next reads a token.
func (p *parser) next() {
	rest := strings.TrimLeftFunc(p.source[p.end:], unicode.IsSpace)
	p.at = len(p.source) - len(rest)
	p.end = p.at
	if rest == "" {
		p.kind, p.text = endToken, ""
		return
	}
	switch c := rest[0]; {
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
		p.number(rest)
		return
	case c == '"' || c == '\'' || c == '`':
		p.quoted(rest)
		return
	}
	if k := len(rest) - len(strings.TrimLeftFunc(rest, inName)); k > 0 {
		p.token(nameToken, k, rest[:k])
		return
	}
	i := slices.IndexFunc(operators, func(o string) bool { return strings.HasPrefix(rest, o) })
	if i < 0 {
		r, _ := utf8.DecodeRuneInString(rest)
		p.failf("unexpected %q", r)
		return
	}
	p.token(operatorToken, len(operators[i]), operators[i])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func inName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func (p *parser) token(kind tokenKind, length int, text string) {
	p.kind, p.text, p.end = kind, text, p.at+length
}

// number reads 1_000, .5 or 2.5e-3.
func (p *parser) number(rest string) {
	k := 0
	for k < len(rest) {
		sign := (rest[k] == '+' || rest[k] == '-') && (rest[k-1] == 'e' || rest[k-1] == 'E')
		if r, _ := utf8.DecodeRuneInString(rest[k:]); !sign && r != '.' && !inName(r) {
			break
		}
		k++
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(rest[:k], "_", ""), 64)
	if err != nil || strings.ContainsAny(rest[:k], "xXpPnN") {
		p.failf("%s is no number", rest[:k])
		return
	}
	p.token(numberToken, k, rest[:k])
	p.value = v
}

// quoted reads a text in quotes of any of the three kinds. A backslash escapes as in Go, but not between back quotes.
func (p *parser) quoted(rest string) {
	quote := rest[0]
	tail := rest[1:]
	var b strings.Builder
	for tail != "" && tail[0] != quote && tail[0] != '\n' {
		if quote == '`' {
			b.WriteByte(tail[0])
			tail = tail[1:]
			continue
		}
		r, multibyte, after, err := strconv.UnquoteChar(tail, quote)
		if err != nil {
			p.failf("a text with an unknown escape")
			return
		}
		if multibyte {
			b.WriteRune(r)
		} else {
			b.WriteByte(byte(r))
		}
		tail = after
	}
	if tail == "" || tail[0] != quote {
		p.failf("the text has no closing %c", quote)
		return
	}
	p.token(textToken, len(rest)-len(tail)+1, b.String())
}

// is reports whether the token is an operator or a word.
func (p *parser) is(text string) bool {
	return p.text == text && (p.kind == operatorToken || p.kind == nameToken)
}

func (p *parser) expect(text string) {
	if !p.is(text) {
		p.unexpected()
		return
	}
	p.next()
}

// node makes a node of the tree.
func (p *parser) node(n node) *node {
	p.nodes++
	if p.nodes > mostOperations {
		p.failf("the expression has more than %d parts", mostOperations)
	}
	return &n
}

// expression reads operators of two values from a least precedence on; at 0 also a ? b : c.
func (p *parser) expression(least int) *node {
	left := p.unary()
	var between *node // right side of a comparison, which another may follow: 0 < x < 1
	for {
		op, at, rank := p.text, p.at, precedence[p.text]
		if !p.is(op) || rank == 0 || rank < least {
			break
		}
		p.next()
		next := rank + 1
		if rank > signPrecedence {
			next = rank
		}
		right := p.expression(next)
		compares := op[0] == '<' || op[0] == '>'
		if compares && between != nil {
			second := p.node(node{form: binaryForm, at: at, text: op, parts: []*node{between, right}})
			left = p.node(node{form: binaryForm, at: at, text: "&&", parts: []*node{left, second}})
		} else {
			left = p.node(node{form: binaryForm, at: at, text: op, parts: []*node{left, right}})
		}
		between = nil
		if compares {
			between = right
		}
	}
	if least > 0 || !p.is("?") {
		return left
	}
	at := p.at
	p.next()
	yes := p.expression(0)
	p.expect(":")
	return p.node(node{form: choiceForm, at: at, text: "?", parts: []*node{left, yes, p.expression(0)}})
}

// unary reads signs, not, and the value after them.
func (p *parser) unary() *node {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > mostOperations {
		p.failf("the expression is more than %d deep", mostOperations)
	}
	rank := 0
	switch {
	case p.is("!") || p.is("not"):
		rank = notPrecedence
	case p.is("-") || p.is("+"):
		rank = signPrecedence
	default:
		return p.members(p.primary())
	}
	op, at := p.text, p.at
	p.next()
	return p.node(node{form: unaryForm, at: at, text: op, parts: []*node{p.expression(rank)}})
}

// primary reads a number, a name, a call, a text or a bracket.
func (p *parser) primary() *node {
	n := node{at: p.at, text: p.text, value: p.value}
	switch {
	case p.kind == numberToken:
		n.form = numberForm
	case p.kind == textToken:
		n.form = textForm
	case p.is("("):
		p.next()
		inner := p.expression(0)
		p.expect(")")
		return inner
	case p.is("true") || p.is("false"):
		n.form, n.value = truthForm, oneIf(p.is("true"))
	case p.kind == nameToken && precedence[p.text] == 0:
		n.form = nameForm
	default:
		p.unexpected()
		return p.node(n)
	}
	p.next()
	if n.form == nameForm && p.is("(") {
		n.form, n.parts = callForm, p.arguments()
	}
	return p.node(n)
}

// arguments reads the values between the brackets of a call.
func (p *parser) arguments() (list []*node) {
	for p.next(); !p.is(")") && p.kind != endToken; {
		list = append(list, p.expression(0))
		if !p.is(")") {
			p.expect(",")
		}
	}
	p.expect(")")
	return list
}

// members reads the names after a value: .max and ["max"] are the same.
func (p *parser) members(n *node) *node {
	for {
		bracket := p.is("[")
		if !bracket && !p.is(".") {
			return n
		}
		p.next()
		member := node{form: memberForm, at: p.at, text: p.text, parts: []*node{n}}
		if bracket && p.kind != textToken || !bracket && p.kind != nameToken {
			p.failf("a name is needed here")
		}
		p.next()
		n = p.node(member)
		if bracket {
			p.expect("]")
		}
	}
}
