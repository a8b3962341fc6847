// Package lanes searches points, planes and boxes four at a time, for the separating axis tests of
// polytopes and the walks of meshes. A scalar search has an unpredictable branch for every corner; with SSE2, which
// every amd64 processor has, there is none. Elsewhere and with the tag purego Go code gives the same bits, as long as
// no sum overflows; if the input is not finite, any index of the list may be the answer.
package lanes
