//go:build !unix

package inputfile

// patient is nothing where no open waits.
const patient = 0
