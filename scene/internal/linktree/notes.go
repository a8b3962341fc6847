package linktree

import (
	"fmt"

	"tumble/physics"
	"tumble/scene/model"
)

// Notes collects the things that a format lacks, each once with the number of links that have it.
type Notes struct {
	list  []note
	index map[string]int
}

type note struct {
	rank     model.Rank
	at, text string
	count    int
}

// Lossf notes the loss of a part of the simulation at a link.
func (n *Notes) Lossf(at, format string, args ...any) {
	n.add(model.RankLoss, at, format, args)
}

// Warnf notes that something is approximated.
func (n *Notes) Warnf(at, format string, args ...any) {
	n.add(model.RankWarning, at, format, args)
}

// Ignoref notes that something without effect on the simulation is left out.
func (n *Notes) Ignoref(at, format string, args ...any) {
	n.add(model.RankIgnored, at, format, args)
}

func (n *Notes) add(rank model.Rank, at, format string, args []any) {
	text := fmt.Sprintf(format, args...)
	if i, ok := n.index[text]; ok {
		n.list[i].count++
		return
	}
	if n.index == nil {
		n.index = map[string]int{}
	}
	n.index[text] = len(n.list)
	n.list = append(n.list, note{rank, at, text, 1})
}

// Tell adds the notes to the faults of a file.
func (n *Notes) Tell(f *model.Faults) {
	tell := map[model.Rank]func(at, format string, args ...any){
		model.RankLoss: f.Lossf, model.RankWarning: f.Warnf, model.RankIgnored: f.Ignoref,
	}
	for _, x := range n.list {
		if x.count > 1 {
			x.text = fmt.Sprintf("%s (%d times)", x.text, x.count)
		}
		tell[x.rank](x.at, "%s", x.text)
	}
}

// TellStill notes the moving links that fixed joints hold on static bodies: a file has them as parts of those.
func (t *Tree) TellStill(n *Notes) {
	still := make([]bool, len(t.Links))
	for i := range t.Links {
		l := &t.Links[i]
		if l.Joint < 0 {
			still[i] = t.Scene.Bodies[l.Body].Def.Type != physics.Dynamic
			continue
		}
		_, fixed := t.Scene.Joints[l.Joint].Def.(*physics.FixedJointDef)
		if still[i] = fixed && (l.Parent == World || still[l.Parent]); still[i] {
			n.Warnf(l.Name, "is fixed to what stands still: it stands still in the file, and its mass does not count")
		}
	}
}
