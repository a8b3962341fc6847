// Package jsonvalue reads JSON with places: every part of a document knows its JSON pointer, and what
// does not fit becomes a fault there. Size and depth are checked before the text is decoded.
package jsonvalue
