package usda

import (
	"bytes"
	"fmt"
)

// kind is the kind of a token.
type kind uint8

const (
	end    kind = iota
	word        // names, numbers and keywords, with : . - + in them
	text        // a quoted string
	asset       // a path between @
	target      // a path between < and >
	symbol      // one byte
)

// token is a token of a layer, with the line that it begins on.
type token struct {
	kind kind
	text string
	line int
}

// lexer cuts a layer into tokens.
type lexer struct {
	data []byte
	pos  int
	line int
}

// Error is a fault of the text of a layer.
type Error struct {
	Line int
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == ':' || c == '.' ||
		c == '-' || c == '+' || c == '!' || c >= 0x80
}

// skip passes white space and comments.
func (l *lexer) skip() {
	for l.pos < len(l.data) {
		switch c := l.data[l.pos]; {
		case c == '\n':
			l.line++
			l.pos++
		case c == ' ' || c == '\t' || c == '\r':
			l.pos++
		case c == '#', c == '/' && l.ahead(1) == '/':
			for l.pos < len(l.data) && l.data[l.pos] != '\n' {
				l.pos++
			}
		case c == '/' && l.ahead(1) == '*':
			n := bytes.Index(l.data[l.pos+2:], []byte("*/"))
			next := len(l.data)
			if n >= 0 {
				next = l.pos + n + 4
			}
			l.line += bytes.Count(l.data[l.pos:next], []byte("\n"))
			l.pos = next
		default:
			return
		}
	}
}

// ahead is a byte further on, 0 beyond the end.
func (l *lexer) ahead(n int) byte {
	if l.pos+n < len(l.data) {
		return l.data[l.pos+n]
	}
	return 0
}

// next returns the next token.
func (l *lexer) next() (token, error) {
	l.skip()
	line := l.line
	if l.pos >= len(l.data) {
		return token{kind: end, line: line}, nil
	}
	c := l.data[l.pos]
	switch {
	case c == 0:
		return token{}, &Error{line, "a NUL byte: not a text"}
	case c == '"' || c == '\'':
		return l.quoted(c)
	case c == '@':
		mark := []byte("@")
		if bytes.HasPrefix(l.data[l.pos:], []byte("@@@")) {
			mark = []byte("@@@")
		}
		return l.until(asset, mark, mark)
	case c == '<':
		return l.until(target, []byte("<"), []byte(">"))
	case c != ':' && isWord(c):
		from := l.pos
		for l.pos < len(l.data) && isWord(l.data[l.pos]) {
			l.pos++
		}
		for l.pos > from+1 && l.data[l.pos-1] == ':' { // of a time: no name ends so
			l.pos--
		}
		return token{word, string(l.data[from:l.pos]), line}, nil
	}
	l.pos++
	return token{symbol, string(rune(c)), line}, nil
}

// until reads the text between two marks of one line.
func (l *lexer) until(k kind, open, shut []byte) (token, error) {
	from := l.pos + len(open)
	n := bytes.Index(l.data[from:], shut)
	if n < 0 || bytes.IndexByte(l.data[from:from+n], '\n') >= 0 {
		return token{}, &Error{l.line, fmt.Sprintf("%s without %s", open, shut)}
	}
	l.pos = from + n + len(shut)
	return token{k, string(l.data[from : from+n]), l.line}, nil
}

// quoted reads a string of one line, or of several between three quotes.
func (l *lexer) quoted(quote byte) (token, error) {
	line, long := l.line, bytes.HasPrefix(l.data[l.pos:], []byte{quote, quote, quote})
	width := 1
	if long {
		width = 3
	}
	shut := bytes.Repeat([]byte{quote}, width)
	var out []byte
	for i := l.pos + width; i < len(l.data); i++ {
		switch c := l.data[i]; {
		case bytes.HasPrefix(l.data[i:], shut):
			l.pos = i + width
			return token{text, string(out), line}, nil
		case c == 0 || c == '\n' && !long:
			return token{}, &Error{line, "a string without an end"}
		case c == '\\' && i+1 < len(l.data):
			i++
			out = append(out, unescaped(l.data[i]))
			if l.data[i] == '\n' {
				l.line++
			}
		default:
			if c == '\n' {
				l.line++
			}
			out = append(out, c)
		}
	}
	return token{}, &Error{line, "a string without an end"}
}

func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	}
	return c
}
