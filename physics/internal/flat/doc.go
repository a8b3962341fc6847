// Package flat turns slices of plain structs into bytes and back, field by field, without a
// line of code per field: the fields of a struct are read from its type once. The bytes are the
// same on every platform: little-endian, in the order of the fields, with the gaps of the memory of 64-bit machines,
// which are zero. On such a machine a whole list is one copy.
//
// Plain structs consist of booleans, sized integers, floats, arrays and plain structs. Fields
// named _ are gaps.
package flat
