package xmlscene

import (
	"strings"
	"testing"

	"tumble/scene/model"
)

// TestDashesInComments holds that comments with dashes, which XML forbids, are read with one warning, and those without
// are no matter.
func TestDashesInComments(t *testing.T) {
	for text, warned := range map[string]bool{
		"<a><!-- one -- two ---><b/><!----x----></a>": true,
		"<a><!-- one - two --><b/></a>":               false,
	} {
		var f model.Faults
		e, err := Parse([]byte(text), "a", &f)
		if err != nil || e.First("b") == nil {
			t.Errorf("%s: %v", text, err)
		}
		if said := len(f.List) == 1 && strings.Contains(f.List[0].String(), "dashes"); said != warned {
			t.Errorf("%s: %v", text, f.List)
		}
	}
}
