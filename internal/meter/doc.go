// Package meter measures a world: energies, momenta, penetration, joint errors, contacts, speeds, times. One registry of
// meters feeds plots, tables, the command line and conditions. A meter reads the world through its public interface and
// changes nothing; what nobody watches is not measured.
package meter
