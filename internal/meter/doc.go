// Package meter has the quantities of a world and of the things in it, in one table with units ([Things]), and one
// language of expressions over them. Plots, tables, the command line, conditions, studies, fits and tests read them
// by it, and studies set those that can be set. A meter reads the world through its public interface and changes
// nothing; what nobody watches is not measured.
package meter
