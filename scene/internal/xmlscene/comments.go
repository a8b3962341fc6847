package xmlscene

import (
	"bytes"

	"tumble/scene/model"
)

// plainComments returns a document without the dashes that XML forbids in comments, and warns of them: other readers of
// robots take them.
func plainComments(data []byte, f *model.Faults) []byte {
	open, shut := []byte("<!--"), []byte("-->")
	count, copied := 0, false
	for at := 0; ; {
		begin := bytes.Index(data[at:], open)
		if begin < 0 {
			break
		}
		begin += at + len(open)
		end := bytes.Index(data[begin:], shut)
		if end < 0 {
			break
		}
		text := data[begin : begin+end]
		if bytes.Contains(text, []byte("--")) || bytes.HasSuffix(text, []byte("-")) {
			if !copied {
				// the caller keeps its file
				data, copied = bytes.Clone(data), true
				text = data[begin : begin+end]
			}
			count++
			for i, c := range text {
				if c == '-' {
					text[i] = ' '
				}
			}
		}
		at = begin + end + len(shut)
	}
	if count > 0 {
		f.Warnf("", "%d comments have dashes that XML forbids: they are read all the same", count)
	}
	return data
}
