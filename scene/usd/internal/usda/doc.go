// Package usda reads the text form of OpenUSD layers into prims, attributes and values.
package usda
