// Package prefetch asks the processor for memory that will be needed soon. It changes nothing but
// time: contacts, manifolds and bodies are visited in the order of the constraint graph, which no
// processor can guess.
package prefetch
