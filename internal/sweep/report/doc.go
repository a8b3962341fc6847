// Package report writes the results of a study as one HTML file that needs no network: the study, a table with a
// filter, a heat map, parallel coordinates, sensitivities, quality against cost, and the command that opens each cell.
// Charts are SVG that the page draws from its own numbers.
package report
