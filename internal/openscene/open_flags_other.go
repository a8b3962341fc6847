//go:build !unix

package openscene

// openFlags is empty where files that wait have no names in folders.
const openFlags = 0
