// Package lanes searches points and planes four at a time: what the tests of separating axes ask of
// polytopes. Such a search has a comparison for every corner that no processor can guess, and with SSE2, which
// every amd64 processor has, there is none. Elsewhere and with the tag purego Go code gives the same bits, as long as no
// sum overflows; among what is no number any index of the list may be the answer.
package lanes
