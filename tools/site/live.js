"use strict";
// A picture with a program: a click puts the sandbox in its place, as one frame at a time.
let shown = null;

function stop() {
	if (!shown) return;
	shown.figure.remove();
	shown.link.hidden = false;
	shown = null;
}

function button(text, act) {
	const b = document.createElement("button");
	b.textContent = text;
	b.addEventListener("click", act);
	return b;
}

function play(link) {
	stop();
	const picture = link.querySelector("img").getBoundingClientRect();
	const figure = document.createElement("figure");
	const frame = document.createElement("iframe");
	const bar = document.createElement("figcaption");
	figure.className = "live";
	frame.src = link.href;
	frame.title = link.querySelector("img").alt;
	frame.allow = "fullscreen; clipboard-write";
	frame.style.aspectRatio = picture.width + " / " + picture.height;
	// the whole sandbox has its panels
	const whole = new URL(link.href);
	whole.searchParams.delete("do");
	bar.append(button("Picture", stop), button("Larger", () => frame.requestFullscreen()));
	bar.append(button("Sandbox", () => open(whole)));
	figure.append(frame, bar);
	link.hidden = true;
	link.after(figure);
	shown = {link, figure};
}

document.addEventListener("click", (e) => {
	const link = e.target.closest("a.live");
	if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
	e.preventDefault();
	play(link);
});
