"use strict";
// the numbers of the study are in data: columns of numbers with one entry for each cell
const byId = id => document.getElementById(id);
const columns = data.columns, count = data.cell.length;
const parameters = columns.filter(c => c.kind === "parameter");
const measured = columns.filter(c => c.kind !== "parameter");
const label = c => c.unit ? `${c.name} [${c.unit}]` : c.name;
const show = v => v === null || v === undefined ? "–" : Number(v.toPrecision(4)).toString();
let kept = [...Array(count).keys()]; // the cells that filter and ranges let through

function element(name, attributes, parent, text) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  if (parent) parent.append(e);
  return e;
}

function canvas(id, width, height) {
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  byId(id).replaceChildren(svg);
  return svg;
}

// fraction is where a value lies in the range of its column, 0 to 1
function fraction(c, v) {
  if (c.high === c.low) return 0.5;
  if (c.log && c.low > 0) return Math.log(v / c.low) / Math.log(c.high / c.low);
  return (v - c.low) / (c.high - c.low);
}

function valueAt(c, f) {
  return c.log && c.low > 0 ? c.low * Math.pow(c.high / c.low, f) : c.low + f * (c.high - c.low);
}

// colours from blue over green to yellow, readable for colour-blind eyes and on both backgrounds
const stops = [[68, 82, 160], [38, 125, 160], [50, 165, 135], [130, 195, 80], [245, 215, 60]];
function colour(f) {
  if (!(f >= 0)) return "#888";
  const x = Math.min(f, 0.9999) * (stops.length - 1), i = Math.floor(x), t = x - i;
  return "rgb(" + stops[i].map((v, k) => Math.round(v + t * (stops[i + 1][k] - v))).join() + ")";
}

function fill(id, list, chosen, changed) {
  const select = byId(id);
  list.forEach(c => select.add(new Option(label(c), columns.indexOf(c))));
  if (chosen) select.value = columns.indexOf(chosen);
  select.addEventListener("change", changed);
  return () => columns[select.value];
}

function axes(svg, box, x, y) {
  const [l, t, r, b] = box;
  element("path", { class: "axis", d: `M${l},${t}V${b}H${r}` }, svg);
  for (let i = 0; i <= 4; i++) {
    element("text", { x: l + (r - l) * i / 4, y: b + 15, "text-anchor": "middle", class: "soft" }, svg, show(valueAt(x, i / 4)));
    if (y) element("text", { x: l - 5, y: b - (b - t) * i / 4 + 4, "text-anchor": "end", class: "soft" }, svg, show(valueAt(y, i / 4)));
  }
  element("text", { x: (l + r) / 2, y: b + 32, "text-anchor": "middle" }, svg, label(x));
  if (y) element("text", { x: 12, y: (t + b) / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${(t + b) / 2})` }, svg, label(y));
}

// levels are the classes of a column in a heat map: its values where there are few, else equal shares of its range
function levels(c) {
  const different = [...new Set(c.data)].filter(v => v !== null).sort((a, b) => a - b);
  if (different.length <= 24) return { n: different.length, of: v => different.indexOf(v), text: i => show(different[i]) };
  return { n: 12, of: v => Math.min(11, Math.floor(12 * fraction(c, v))), text: i => show(valueAt(c, (i + 0.5) / 12)) };
}

function drawHeat() {
  const x = heatX(), y = heatY(), z = heatZ(), w = 560, h = 380, l = 80, t = 10, r = 470, b = 330;
  const svg = canvas("heat", w, h), lx = levels(x), ly = levels(y), sums = new Map();
  for (const i of kept) {
    if (z.data[i] === null) continue;
    const key = lx.of(x.data[i]) + "," + ly.of(y.data[i]), s = sums.get(key) || { sum: 0, cells: [] };
    s.sum += z.data[i]; s.cells.push(i); sums.set(key, s);
  }
  const means = [...sums.values()].map(s => s.sum / s.cells.length), lo = Math.min(...means), hi = Math.max(...means);
  const dx = (r - l) / lx.n, dy = (b - t) / ly.n;
  for (const [key, s] of sums) {
    const [i, j] = key.split(",").map(Number), mean = s.sum / s.cells.length;
    const box = element("rect", { x: l + i * dx, y: b - (j + 1) * dy, width: Math.max(dx - 1, 1), height: Math.max(dy - 1, 1), class: "pick",
      fill: colour(hi > lo ? (mean - lo) / (hi - lo) : 0.5) }, svg);
    element("title", {}, box, `${label(z)} ${show(mean)}, ${s.cells.length} cells`);
    box.addEventListener("click", () => openCell(s.cells[0]));
  }
  const each = n => Math.max(1, Math.ceil(n / 8));
  for (let i = 0; i < lx.n; i += each(lx.n)) element("text", { x: l + (i + 0.5) * dx, y: b + 15, "text-anchor": "middle", class: "soft" }, svg, lx.text(i));
  for (let j = 0; j < ly.n; j += each(ly.n)) element("text", { x: l - 5, y: b - (j + 0.5) * dy + 4, "text-anchor": "end", class: "soft" }, svg, ly.text(j));
  element("text", { x: (l + r) / 2, y: b + 34, "text-anchor": "middle" }, svg, label(x));
  element("text", { x: 12, y: (t + b) / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${(t + b) / 2})` }, svg, label(y));
  for (let i = 0; i < 50; i++) element("rect", { x: 482, y: b - (i + 1) * (b - t) / 50, width: 14, height: (b - t) / 50 + 0.5, fill: colour(i / 50) }, svg);
  if (means.length) [[lo, b], [hi, t + 9]].forEach(([v, y]) => element("text", { x: 500, y, class: "soft" }, svg, show(v)));
}

// drawPareto marks the cells than which no other one is better in both
function drawPareto() {
  const x = paretoX(), y = paretoY(), svg = canvas("pareto", 560, 380), box = [80, 10, 530, 330], [l, t, r, b] = box;
  axes(svg, box, x, y);
  const points = kept.filter(i => x.data[i] !== null && y.data[i] !== null).sort((p, q) => x.data[p] - x.data[q] || y.data[p] - y.data[q]);
  let best = Infinity, path = "";
  for (const i of points) {
    const cx = l + (r - l) * fraction(x, x.data[i]), cy = b - (b - t) * fraction(y, y.data[i]), on = y.data[i] < best;
    if (on) { best = y.data[i]; path += (path ? "H" + cx + "V" + cy : "M" + cx + "," + cy); }
    const dot = element("circle", { cx, cy, r: on ? 5 : 3, class: on ? "pick best" : "pick", fill: on ? "var(--accent)" : data.states[data.state[i]] === "fine" ? "#888" : "var(--bad)",
      "fill-opacity": on ? 1 : 0.5 }, svg);
    element("title", {}, dot, `cell ${data.cell[i]}`);
    dot.addEventListener("click", () => openCell(i));
  }
  element("path", { d: path, fill: "none", stroke: "var(--accent)", "pointer-events": "none" }, svg);
}

function drawSense() {
  const s = data.sensitivity[byId("sense-m").value];
  if (!s) { byId("sense").textContent = "There are not enough cells, or the design has no sensitivities."; return; }
  byId("sense-how").textContent = s.method === "Sobol" ? `share of the variance due to each parameter alone (Sobol, first order, ${s.cells} points)`
    : `mean magnitude of elementary effects over the whole range, and their spread (${s.cells} points)`;
  const list = [...s.effects].sort((a, b) => b.value - a.value), h = 30 * list.length + 30, svg = canvas("sense", 560, h);
  const most = s.method === "Sobol" ? 1 : Math.max(...list.map(e => e.value + (e.spread || 0)), 1e-300);
  list.forEach((e, i) => {
    const y = 10 + 30 * i;
    element("text", { x: 195, y: y + 15, "text-anchor": "end" }, svg, e.parameter);
    element("rect", { x: 205, y, width: Math.max(1, 280 * e.value / most), height: 20, fill: "var(--accent)" }, svg);
    if (e.spread) element("path", { d: `M${205 + 280 * Math.max(0, e.value - e.spread) / most},${y + 10}H${205 + 280 * (e.value + e.spread) / most}`, stroke: "var(--ink)" }, svg);
    element("text", { x: 495, y: y + 15, class: "soft" }, svg, show(e.value));
  });
}

const ranges = new Map(); // of the axes of the parallel coordinates, as fractions
function drawLines() {
  const z = linesZ(), list = columns.filter(c => c.kind !== "guard"), w = Math.max(1100, 110 * list.length), svg = canvas("lines", w, 360), t = 40, b = 330;
  svg.style.minWidth = 150 * list.length + "px";
  const at = i => 70 + (w - 140) * i / Math.max(list.length - 1, 1);
  const inside = new Set(kept), some = [...Array(count).keys()].filter((_, k) => count <= 3000 || k % Math.ceil(count / 3000) === 0);
  const group = element("g", { fill: "none" }, svg);
  for (const i of some) {
    if (!inside.has(i)) continue;
    let d = "";
    list.forEach((c, k) => { if (c.data[i] !== null) d += (d ? "L" : "M") + at(k).toFixed(1) + "," + (b - (b - t) * fraction(c, c.data[i])).toFixed(1); });
    element("path", { d, stroke: z.data[i] === null ? "#888" : colour(fraction(z, z.data[i])), "stroke-opacity": some.length > 300 ? 0.35 : 0.7 }, group);
  }
  list.forEach((c, k) => {
    const x = at(k);
    element("path", { class: "axis", d: `M${x},${t}V${b}` }, svg);
    element("text", { x, y: 14, "text-anchor": "middle" }, svg, c.name.length > 20 ? c.name.slice(0, 19) + "…" : c.name);
    element("text", { x, y: 30, "text-anchor": "middle", class: "soft" }, svg, show(c.high) + " " + (c.unit || ""));
    element("text", { x, y: b + 16, "text-anchor": "middle", class: "soft" }, svg, show(c.low));
    const range = ranges.get(c);
    if (range) element("rect", { x: x - 6, y: b - (b - t) * range[1], width: 12, height: (b - t) * (range[1] - range[0]), fill: "var(--accent)", "fill-opacity": 0.35 }, svg);
    const handle = element("rect", { x: x - 14, y: t - 6, width: 28, height: b - t + 12, fill: "transparent", class: "pick", "data-axis": c.name }, svg);
    handle.style.touchAction = "none";
    let from = null;
    const where = e => { const m = svg.getScreenCTM(); return Math.min(1, Math.max(0, (b - (e.clientY - m.f) / m.d) / (b - t))); };
    handle.addEventListener("pointerdown", e => { from = where(e); handle.setPointerCapture(e.pointerId); e.preventDefault(); });
    handle.addEventListener("pointerup", e => {
      if (from === null) return;
      const to = where(e);
      if (Math.abs(to - from) < 0.02) ranges.delete(c); else ranges.set(c, [Math.min(from, to), Math.max(from, to)]);
      from = null; choose();
    });
  });
}

// a filter is words and comparisons with commas between them: "broken, substeps > 4"
function filters() {
  const wrong = [], tests = [];
  for (const term of byId("filter").value.split(",").map(s => s.trim()).filter(Boolean)) {
    const m = term.match(/^(.+?)\s*(<=|>=|!=|=|<|>)\s*(-?[\d.]+(?:e[+-]?\d+)?)$/i);
    if (!m) { tests.push(i => (data.states[data.state[i]] + " " + data.reason[i]).toLowerCase().includes(term.toLowerCase())); continue; }
    const c = m[1] === "cell" ? { data: data.cell } : columns.find(c => c.name === m[1]) || columns.find(c => c.name.includes(m[1]));
    if (!c) { wrong.push(`no column is called ${m[1]}`); continue; }
    const v = Number(m[3]), compare = { "<": a => a < v, ">": a => a > v, "<=": a => a <= v, ">=": a => a >= v, "=": a => a === v, "!=": a => a !== v }[m[2]];
    tests.push(i => c.data[i] !== null && compare(c.data[i]));
  }
  byId("wrong").textContent = wrong.join("; ");
  for (const [c, r] of ranges) tests.push(i => c.data[i] !== null && fraction(c, c.data[i]) >= r[0] - 1e-9 && fraction(c, c.data[i]) <= r[1] + 1e-9);
  return tests;
}

let sorted = null, down = false, rows = 100;
function drawTable() {
  const head = document.createElement("tr");
  const columnHead = (text, key, kind) => {
    const th = document.createElement("th");
    th.textContent = text + (sorted === key ? down ? " ▾" : " ▴" : "");
    if (kind) th.className = kind;
    th.addEventListener("click", () => { down = sorted === key && !down; sorted = key; drawTable(); });
    head.append(th);
  };
  columnHead("cell", "cell"); columnHead("state", "state", "text");
  columns.forEach(c => columnHead(label(c), c));
  byId("head").replaceChildren(head);
  const of = i => sorted === "cell" ? data.cell[i] : sorted === "state" ? data.state[i] : sorted.data[i];
  const list = [...kept];
  if (sorted) list.sort((a, b) => { const x = of(a), y = of(b); return x === null ? 1 : y === null ? -1 : (down ? y - x : x - y) || a - b; });
  byId("body").replaceChildren(...list.slice(0, rows).map(i => {
    const tr = document.createElement("tr");
    tr.tabIndex = 0;
    const cell = (text, kind) => { const td = document.createElement("td"); td.textContent = text; if (kind) td.className = kind; tr.append(td); };
    cell(data.cell[i]); cell(data.states[data.state[i]], data.state[i] ? "text bad" : "text");
    columns.forEach(c => cell(c.kind === "guard" && c.data[i] === 0 ? "held" : show(c.data[i])));
    tr.addEventListener("click", () => openCell(i));
    tr.addEventListener("keydown", e => { if (e.key === "Enter") openCell(i); });
    return tr;
  }));
  byId("count").textContent = `${kept.length} of ${count} cells`;
  byId("more").hidden = list.length <= rows;
}

function openCell(i) {
  byId("detail-title").textContent = `Cell ${data.cell[i]}: ${data.states[data.state[i]]}`;
  byId("detail-text").textContent = data.reason[i] || "";
  byId("detail-values").replaceChildren(...columns.flatMap(c => {
    const dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = label(c); dd.textContent = c.kind === "guard" && c.data[i] === 0 ? "held" : show(c.data[i]);
    return [dt, dd];
  }));
  const file = /^[\w.\/-]+$/.test(data.study) ? data.study : "'" + data.study.replaceAll("'", "'\\''") + "'";
  // the window opens where the first guard rail broke
  const broke = columns.filter(c => c.kind === "guard" && c.data[i] > 0).map(c => c.data[i]);
  byId("command").textContent = `sandbox run --cell ${file}#${data.cell[i]}` + (broke.length ? ` --at ${Math.min(...broke)}` : "");
  byId("take").textContent = `sandbox sweep take ${file}#${data.cell[i]} --preset cell-${data.cell[i]}.toml`;
  byId("detail").hidden = false;
}

// pictures of cells that are not among those shown have no details to open
function drawPictures() {
  byId("pictures").hidden = !(data.pictures || []).length;
  for (const p of data.pictures || []) {
    const figure = document.createElement("figure"), image = document.createElement("img"), caption = document.createElement("figcaption"), i = data.cell.indexOf(p.cell);
    image.src = "data:image/jpeg;base64," + p.jpeg; image.alt = caption.textContent = `Cell ${p.cell}: ${p.caption}`;
    if (i >= 0) { figure.tabIndex = 0; figure.className = "pick"; figure.addEventListener("click", () => openCell(i)); figure.addEventListener("keydown", e => { if (e.key === "Enter") openCell(i); }); }
    figure.append(image, caption);
    if (p.run) {
      const button = document.createElement("button");
      button.textContent = "▶ Play";
      button.addEventListener("click", e => { e.stopPropagation(); playFilm(p); });
      figure.append(button);
    }
    byId("gallery").append(figure);
  }
}

// playFilm shows the run of a cell in the one viewer of the page
function playFilm(p) {
  const frame = byId("film"), v = data.viewer;
  frame.srcdoc = v.page.replace(v.runMark, () => p.run).replace(v.sceneMark, () => p.scene);
  frame.hidden = false;
  frame.scrollIntoView({ block: "nearest" });
}

function choose() {
  const tests = filters();
  kept = [...Array(count).keys()].filter(i => tests.every(t => t(i)));
  drawHeat(); drawPareto(); drawLines(); drawTable();
}

byId("title").textContent = data.title;
byId("summary").textContent = `${data.recorded} of ${data.cells} cells, ${data.design}, scene ${data.scene}, version ${data.program}` +
  (data.every > 1 ? `; shown is every ${data.every}th` : "");
byId("states").textContent = data.states.map((s, i) => `${data.counts[i]} ${s}`).filter((_, i) => data.counts[i]).join(" · ");
const metrics = columns.filter(c => c.kind === "metric"), cost = columns.find(c => c.kind === "cost");
const heatX = fill("heat-x", parameters, parameters[0], drawHeat), heatY = fill("heat-y", parameters, parameters[1] || parameters[0], drawHeat);
const heatZ = fill("heat-z", measured, metrics[0] || measured[0], drawHeat);
const paretoX = fill("pareto-x", columns, cost, drawPareto), paretoY = fill("pareto-y", columns, metrics[0] || measured[0], drawPareto);
const linesZ = fill("lines-z", columns, metrics[0] || measured[0], drawLines);
data.sensitivity.forEach((s, i) => byId("sense-m").add(new Option(s.metric, i)));
byId("sense-m").addEventListener("change", drawSense);
byId("filter").addEventListener("input", choose);
byId("more").addEventListener("click", () => { rows += 500; drawTable(); });
byId("close").addEventListener("click", () => { byId("detail").hidden = true; });
for (const [button, code] of [["copy", "command"], ["copy-take", "take"]])
  byId(button).addEventListener("click", () => navigator.clipboard && navigator.clipboard.writeText(byId(code).textContent));
drawSense(); drawPictures(); choose();
