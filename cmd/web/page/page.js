"use strict";
const byId = (id) => document.getElementById(id);

// What page and program know of each other. The program adds link, state and leave while it runs.
const tumble = {
	listeners: [],
	on(target, name, f) {
		target.addEventListener(name, f, {passive: false});
		this.listeners.push([target, name, f]);
	},
	forget() {
		for (const [target, name, f] of this.listeners) target.removeEventListener(name, f);
		this.listeners = [];
	},
};
globalThis.tumble = tumble;

const say = (text) => { byId("note").value = text; };
const fail = (text) => {
	byId("status").textContent = text;
	document.body.dataset.state = "failed";
};

// fresh replaces the canvas: a program begins with a new context.
function fresh() {
	const old = byId("view"), canvas = old.cloneNode();
	old.replaceWith(canvas);
	return canvas.getContext("webgl2", {
		alpha: false, antialias: false, depth: false, stencil: false, powerPreference: "high-performance",
	});
}

let compiled, running = Promise.resolve();

// load gets the program, which lies packed on the host; one that unpacks it itself is welcome to.
async function load() {
	const answer = await fetch("tumble.wasm.gz");
	if (!answer.ok) throw new Error("tumble.wasm.gz: " + answer.status + " " + answer.statusText);
	const packed = await answer.arrayBuffer(), head = new Uint8Array(packed, 0, 2);
	if (head[0] !== 0x1f || head[1] !== 0x8b) return WebAssembly.compile(packed);
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compileStreaming(new Response(stream, {headers: {"Content-Type": "application/wasm"}}));
}

// start runs the program with the query of an address.
async function start(query) {
	if (tumble.leave) tumble.leave();
	await running;
	const gl = fresh();
	if (!gl) return fail("This browser has no WebGL 2, which drawing needs.");
	compiled ||= load();
	const go = new Go();
	go.argv = ["tumble", query];
	go.env = {HOME: "/home", TMPDIR: "/tmp"};
	go.importObject.webgl = webglModule(gl, () => go._inst.exports.mem.buffer);
	const instance = await WebAssembly.instantiate(await compiled, go.importObject);
	byId("status").textContent = "";
	let code = 0;
	go.exit = (c) => { code = c; };
	document.body.dataset.state = "running";
	running = go.run(instance).catch((e) => { code = 2; console.error(e); }).then(() => {
		if (code !== 0) fail(fs.said || "The program ended with an error; the console of the browser has it.");
	});
}

// take puts files into the file system of the program and opens them: a recording or a capsule by a new start, scenes
// in the running program.
async function take(list) {
	const paths = [];
	for (const file of list) paths.push(tumbleFiles.put(file.name, new Uint8Array(await file.arrayBuffer())));
	if (paths.length === 0) return;
	const run = paths.find((p) => /\.(tumble|capsule)$/.test(p));
	if (run) return start("scene=" + encodeURIComponent(run));
	byId("view").dispatchEvent(new CustomEvent("files", {detail: paths}));
}

// a page that shows this one in a frame has its own buttons
if (self !== top) document.body.dataset.framed = "";
addEventListener("dragover", (e) => e.preventDefault());
addEventListener("drop", (e) => {
	e.preventDefault();
	take(e.dataTransfer.files);
});
byId("file").addEventListener("change", (e) => {
	take(e.target.files);
	e.target.value = "";
	byId("view").focus();
});
byId("copy").addEventListener("click", async () => {
	if (!tumble.link) return;
	const link = location.origin + location.pathname + tumble.link();
	try {
		await navigator.clipboard.writeText(link);
		say("copied the link");
	} catch {
		say(link);
	}
	byId("view").focus();
});
byId("full").addEventListener("click", () => {
	if (document.fullscreenElement) document.exitFullscreen();
	else document.documentElement.requestFullscreen().catch((e) => say(e.message));
	byId("view").focus();
});
addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); });
start(location.search.slice(1)).catch((e) => fail(String(e)));
