// Package flat turns slices of plain structs into bytes and back, field by field, without a
// line of code per field: the fields of a struct are read from its type once. The bytes are the
// same on every platform: little-endian, in the order of the fields and with the gaps, which are zero, of
// the memory of 64-bit machines: there whole lists are copied at once.
//
// Plain structs consist of booleans, sized integers, floats, arrays and plain structs. Fields
// named _ are gaps.
package flat
