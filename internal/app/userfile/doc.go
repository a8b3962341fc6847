// Package userfile reads and writes the TOML files of a user: presets and settings. A file is written whole or not at
// all, and a key that nobody knows is an error.
package userfile
