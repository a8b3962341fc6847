// Package cli has what the commands of the program share: exit codes, the check of their arguments,
// outputs and tables, progress, profiles, signals and the scenes that arguments name.
package cli
