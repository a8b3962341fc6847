// Package plate holds what all text over the picture has in common: its size and colours, and the plate behind it.
package plate
