// Package ui is an immediate-mode user interface that is recorded into a [renderer.Packet].
//
// The program describes its panels anew in every frame; a widget is a call that draws itself
// and returns the actions of the user on it. The only state that the package keeps is the one that the user
// has made of the interface itself: focus, scroll positions, open trees, the places of windows,
// the text being edited. It is found again by an [ID], the hash of the labels that lead to the
// widget, so widgets in one container need different labels; what follows "##" in a label
// belongs to the ID and is not shown.
//
//	c.Begin(packet, &input)
//	if c.BeginWindow("World", ui.WindowOptions{Side: ui.SideRight}) {
//		c.Slider("Gravity", &g, ui.Range{Min: -30, Max: 30, Default: -9.81, Unit: "m/s²"})
//		if c.Button("Restart") {
//			restart()
//		}
//		c.EndWindow()
//	}
//	c.End()
//
// [Input] collects events between frames. The package imports no window library: the program
// translates its events. Sizes in the interface of the package are units of 1/96 inch, one
// pixel at scale 1; internally everything is in framebuffer pixels and edges lie on whole ones.
//
// A Context belongs to the main thread. Once the glyphs have been made and the slabs have
// grown, a frame allocates nothing. A Context that is not called costs nothing.
package ui
