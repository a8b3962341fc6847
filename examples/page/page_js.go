package main

import "syscall/js"

const scale = 40 // pixels per metre

func main() {
	w, err := newWorld()
	if err != nil {
		panic("page: " + err.Error())
	}
	document := js.Global().Get("document")
	canvas := document.Call("getElementById", "picture")
	pen := canvas.Call("getContext", "2d")
	width, height := 0, 0
	canvas.Call("addEventListener", "click", js.FuncOf(func(_ js.Value, args []js.Value) any {
		x, y := args[0].Get("offsetX").Int(), args[0].Get("offsetY").Int()
		// a full world takes no more crates
		_ = w.drop(float32(x-width/2)/scale, float32(height-y)/scale)
		return nil
	}))
	var frame js.Func
	frame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		width, height = canvas.Get("clientWidth").Int(), canvas.Get("clientHeight").Int()
		canvas.Set("width", width)
		canvas.Set("height", height)
		pen.Set("fillStyle", "#5a626e")
		pen.Call("fillRect", 0, height-scale/2, width, scale/2)
		pen.Set("fillStyle", "#d9b27c")
		err := w.frame(int64(args[0].Float()*1e6), func(x, y, angle float32) {
			pen.Call("save")
			pen.Call("translate", float32(width)/2+x*scale, float32(height)-y*scale)
			pen.Call("rotate", -angle)
			pen.Call("fillRect", -scale/2, -scale/2, scale, scale)
			pen.Call("restore")
		})
		if err == nil {
			js.Global().Call("requestAnimationFrame", frame)
		}
		return nil
	})
	js.Global().Call("requestAnimationFrame", frame)
	select {}
}
