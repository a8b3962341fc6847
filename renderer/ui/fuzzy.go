package ui

import (
	"unicode"
	"unicode/utf8"
)

// FuzzyScore says how well a query fits a text, if its letters occur there in this order. Letters at
// the beginning of a word and letters in a row count more, letters that are skipped count less. Case
// does not matter.
func FuzzyScore(query, text string) (score int, ok bool) {
	run, previous, first := 0, ' ', true
	i := 0
	for _, r := range text {
		q, n := utf8.DecodeRuneInString(query[i:])
		for n > 0 && q == ' ' {
			i += n
			q, n = utf8.DecodeRuneInString(query[i:])
		}
		if n == 0 {
			// of two texts that begin alike the shorter one is meant
			score--
			continue
		}
		begins := !unicode.IsLetter(previous) && !unicode.IsDigit(previous) || unicode.IsDigit(r) != unicode.IsDigit(
			previous) && unicode.IsDigit(r)
		if unicode.ToLower(q) == unicode.ToLower(r) {
			i += n
			run++
			score += 10 + 6*min(run-1, 5)
			if begins {
				score += 20
			}
			if first {
				score += 15
			}
		} else {
			run = 0
			score -= 2
		}
		previous, first = r, false
	}
	for i < len(query) && query[i] == ' ' {
		i++
	}
	return score, i == len(query)
}
