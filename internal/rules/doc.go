// Package rules holds the tests that read the whole tree: who may import whom, which room writes what, words, comments,
// constants and commands of the pages. They run in the folder of the module.
package rules
