package xmlscene

import "tumble/scene/model"

// Effect tells how much the simulation lacks an element or attribute that nothing has read: its rank,
// and a word about it, which may be empty.
type Effect func(element, attribute string) (model.Rank, string)

// ReportIgnored adds a fault for every element and attribute below that nothing has read. Of elements
// of a name only the first is told with their number.
func (e *Element) ReportIgnored(effect Effect) {
	count, first := map[string]int{}, map[string]*Element{}
	var order []string
	e.collect(func(at *Element, attribute string) {
		key := at.Name + " " + attribute
		if count[key]++; count[key] == 1 {
			first[key] = at
			order = append(order, key)
		}
	})
	for _, key := range order {
		at := first[key]
		attribute := key[len(at.Name)+1:]
		rank, word := effect(at.Name, attribute)
		text := "is ignored"
		if attribute != "" {
			text = "the attribute " + attribute + " is ignored"
		}
		if word != "" {
			text += ": " + word
		}
		format := "%s"
		args := []any{text}
		if n := count[key]; n > 1 {
			format, args = "%s (%d times)", append(args, n)
		}
		switch rank {
		case model.RankLoss:
			at.Lossf(format, args...)
		case model.RankWarning:
			at.Warnf(format, args...)
		default:
			at.Ignoref(format, args...)
		}
	}
}

func (e *Element) collect(found func(at *Element, attribute string)) {
	for _, name := range e.Attributes() {
		if !e.read[name] && name != "name" {
			found(e, name)
		}
	}
	for _, c := range e.Children {
		if !c.used {
			found(c, "")
			continue
		}
		c.collect(found)
	}
}
