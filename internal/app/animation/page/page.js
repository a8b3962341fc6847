"use strict";
// The page of a run: it plays the animated glTF that it holds, with curves that share its cursor. Nothing is loaded.

const byId = (id) => document.getElementById(id);
const run = JSON.parse(byId("run").textContent);
const view = byId("view"), slider = byId("time"), names = byId("names"), tip = byId("tip");

let now = 0, playing = true, speed = 1, last = 0, drawn = null;

// unpack turns base64 of gzip into bytes.
async function unpack(id) {
  const packed = Uint8Array.from(atob(byId(id).textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  byId(id).remove();
  return new Response(stream).arrayBuffer();
}

function fail(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = false;
  document.body.dataset.state = "failed";
}

const dark = () => {
  const own = document.documentElement.dataset.theme;
  return own ? own === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

// Stage is the scene in three dimensions.
class Stage {
  constructor(gltf) {
    this.scene = new THREE.Scene();
    this.scene.add(gltf.scene);
    this.renderer = new THREE.WebGLRenderer({ canvas: view, antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 0.9;
    const room = new THREE.PMREMGenerator(this.renderer);
    this.scene.environment = room.fromScene(new THREE.RoomEnvironment(), 0.04).texture;
    this.scene.environmentIntensity = 0.45;
    room.dispose();
    this.camera = gltf.cameras[0].clone();
    this.camera.far = 40 * run.radius + 200;
    this.camera.near = Math.max(run.distance / 200, 0.005);
    this.controls = new THREE.OrbitControls(this.camera, view);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.home();
    this.light();
    this.mixer = new THREE.AnimationMixer(gltf.scene);
    for (const clip of gltf.animations) {
      // a player that repeats is at its start again at the end
      clip.duration = run.seconds + 1;
      this.mixer.clipAction(clip).play();
    }
    const others = ["ground", "markers"];
    this.bodies = gltf.scene.children.filter(
      (o) => o.userData.name && !others.includes(o.userData.name) && !o.isCamera);
    this.ray = new THREE.Raycaster();
    this.paint();
  }

  // home is the view of the scene.
  home() {
    this.camera.position.fromArray(run.eye);
    this.controls.target.fromArray(run.target);
    this.controls.update();
  }

  light() {
    const sun = new THREE.DirectionalLight(0xfff4e0, 2.6);
    const r = Math.max(run.radius * 1.3, 1);
    sun.position.fromArray(run.sun).multiplyScalar(4 * r).add(new THREE.Vector3(...run.center));
    sun.target.position.fromArray(run.center);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    Object.assign(sun.shadow.camera, { left: -r, right: r, top: r, bottom: -r, near: 0.1 * r, far: 8 * r });
    sun.shadow.normalBias = r / 400;
    this.scene.add(sun, sun.target);
    this.scene.traverse((o) => {
      if (o.isMesh) {
        o.receiveShadow = true;
        o.castShadow = o.name !== "ground" && o.parent.name !== "markers" && !o.material.transparent;
        o.frustumCulled = true;
      }
    });
  }

  // paint takes the colours of the theme: the far ground goes over into the background.
  paint() {
    const sky = new THREE.Color(dark() ? "#14171b" : "#e9ecef");
    this.scene.background = sky;
    this.scene.fog = new THREE.Fog(sky, 0.3 * run.reach, 0.95 * run.reach);
    this.renderer.toneMappingExposure = dark() ? 0.7 : 0.95;
  }

  resize() {
    const box = byId("stage").getBoundingClientRect();
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(box.width, box.height, false);
    this.camera.aspect = box.width / Math.max(box.height, 1);
    // a narrow picture sees as much to the sides as the view was meant to
    const half = Math.tan(run.angle / 2);
    this.camera.fov = (360 / Math.PI) * Math.atan(half * Math.max(1, 1.3 / this.camera.aspect));
    this.camera.updateProjectionMatrix();
  }

  draw() {
    this.mixer.setTime(now);
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
  }

  // at is where the origin of a body is on the screen, null behind the eye.
  at(body) {
    const p = body.getWorldPosition(new THREE.Vector3());
    const far = p.distanceTo(this.camera.position);
    p.project(this.camera);
    if (p.z > 1 || Math.abs(p.x) > 1 || Math.abs(p.y) > 1) return null;
    return { x: ((p.x + 1) / 2) * view.clientWidth, y: ((1 - p.y) / 2) * view.clientHeight, far };
  }

  // under is the body under a point of the screen.
  under(x, y) {
    const box = view.getBoundingClientRect();
    const p = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    this.ray.setFromCamera(p, this.camera);
    let o = this.ray.intersectObjects(this.bodies, true)[0]?.object;
    while (o && !this.bodies.includes(o)) o = o.parent;
    return o;
  }
}

// A curve is a quantity over time, drawn on a canvas of its own.
class Curve {
  constructor(data) {
    this.data = data;
    this.figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    caption.append(data.name + " ");
    this.value = document.createElement("output");
    caption.append(this.value);
    this.canvas = document.createElement("canvas");
    this.figure.append(this.canvas, caption);
    byId("curves").append(this.figure);
    [this.low, this.high] = range(data.values);
    const seek = (e) => {
      if (e.buttons || e.type === "pointerdown") {
        const box = this.canvas.getBoundingClientRect();
        pause();
        go(((e.clientX - box.left) / box.width) * run.seconds);
      }
    };
    this.canvas.addEventListener("pointerdown", seek);
    this.canvas.addEventListener("pointermove", seek);
  }

  // index is that of the last value up to now.
  index() {
    let low = 0, high = run.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (run.times[middle] <= now + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  draw() {
    const ratio = Math.min(devicePixelRatio, 2), w = this.canvas.clientWidth, h = this.canvas.clientHeight;
    if (this.canvas.width !== Math.round(w * ratio) || this.theme !== dark()) this.redraw(ratio, w, h);
    const c = this.canvas.getContext("2d");
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    c.drawImage(this.picture, 0, 0);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(document.documentElement);
    c.fillStyle = style.getPropertyValue("--mark");
    c.fillRect((now / run.seconds) * w - 0.5, 0, 1.5, h);
    const v = this.data.values[this.index()];
    this.value.textContent = (v == null ? "–" : short(v)) + " " + this.data.unit;
  }

  // redraw draws the line once, for a size and a theme.
  redraw(ratio, w, h) {
    this.theme = dark();
    this.canvas.width = Math.round(w * ratio);
    this.canvas.height = Math.round(h * ratio);
    this.picture = document.createElement("canvas");
    this.picture.width = this.canvas.width;
    this.picture.height = this.canvas.height;
    const c = this.picture.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.strokeStyle = this.theme ? "#8ab4e8" : "#1f5fae";
    c.lineWidth = 1.5;
    c.lineJoin = "round";
    c.beginPath();
    let pen = false;
    const y = (v) => h - 6 - ((v - this.low) / (this.high - this.low)) * (h - 28);
    this.data.values.forEach((v, i) => {
      if (v === null) {
        pen = false;
        return;
      }
      const x = (run.times[i] / run.seconds) * w;
      if (pen) c.lineTo(x, y(v));
      else c.moveTo(x, y(v));
      pen = true;
    });
    c.stroke();
    c.fillStyle = this.theme ? "#9aa2ab" : "#5c636b";
    c.font = "11px system-ui, sans-serif";
    c.textAlign = "right";
    c.fillText(short(this.high), w - 6, 13);
    c.fillText(short(this.low), w - 6, h - 8);
  }
}

// range is from the least to the largest value, never empty.
function range(list) {
  let low = Infinity, high = -Infinity;
  for (const v of list) {
    if (v === null) continue;
    if (v < low) low = v;
    if (v > high) high = v;
  }
  if (low > high) return [0, 1];
  return low < high ? [low, high] : [low - Math.abs(low) - 1, high];
}

const short = (v) => String(Number(v.toPrecision(4)));

let stage, curves = [];

function go(time) {
  now = Math.min(Math.max(time, 0), run.seconds);
}

function pause(on = true) {
  playing = !on;
  byId("play").textContent = playing ? "❚❚" : "▶";
}

function toggle() {
  if (!playing && now >= run.seconds) now = 0;
  pause(playing);
}

// most is how many names are shown at once: those of the nearest bodies.
const most = 60;

function label() {
  const on = byId("label").getAttribute("aria-pressed") === "true";
  const list = on ? stage.bodies.map((b) => ({ at: stage.at(b), name: b.userData.name })).filter((l) => l.at) : [];
  list.sort((a, b) => a.at.far - b.at.far).splice(most);
  while (names.children.length < list.length) names.append(document.createElement("span"));
  while (names.children.length > list.length) names.lastChild.remove();
  list.forEach((l, i) => {
    names.children[i].textContent = l.name;
    names.children[i].style.transform = `translate(${l.at.x}px, ${l.at.y}px)`;
  });
}

function frame(at) {
  const passed = Math.min((at - last) / 1000, 0.1);
  last = at;
  if (playing && run.seconds > 0) {
    go(now + passed * speed);
    if (now >= run.seconds) pause();
  }
  stage.draw();
  slider.value = run.seconds > 0 ? now / run.seconds : 0;
  byId("clock").textContent = now.toFixed(2) + " / " + run.seconds.toFixed(2) + " s";
  for (const c of curves) c.draw();
  label();
  document.body.dataset.state = "drawn";
  requestAnimationFrame(frame);
}

function theme() {
  document.documentElement.dataset.theme = dark() ? "light" : "dark";
  stage.paint();
}

function listen() {
  byId("play").addEventListener("click", toggle);
  byId("speed").addEventListener("change", (e) => (speed = Number(e.target.value)));
  byId("dark").addEventListener("click", theme);
  byId("home").addEventListener("click", () => stage.home());
  const press = () => {
    const on = byId("label").getAttribute("aria-pressed") === "true";
    byId("label").setAttribute("aria-pressed", String(!on));
  };
  byId("label").addEventListener("click", press);
  slider.addEventListener("input", () => {
    pause();
    go(slider.value * run.seconds);
  });
  const step = run.steps > 0 ? run.seconds / run.steps : 0;
  const keys = {
    " ": toggle,
    ArrowRight: () => (pause(), go(now + step)),
    ArrowLeft: () => (pause(), go(now - step)),
    Home: () => stage.home(),
    n: press,
    d: theme,
  };
  document.addEventListener("keydown", (e) => {
    const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act || e.ctrlKey || e.metaKey || e.altKey || e.target.matches("select")) return;
    if (e.key === " " && e.target.matches("button")) return;
    e.preventDefault();
    act();
  });
  const point = (e) => {
    const body = e.buttons && e.pointerType === "mouse" ? null : stage.under(e.clientX, e.clientY);
    tip.hidden = !body;
    if (!body) return;
    const box = view.getBoundingClientRect();
    tip.textContent = body.userData.name;
    tip.style.transform = `translate(${e.clientX - box.left + 14}px, ${e.clientY - box.top + 10}px)`;
  };
  view.addEventListener("pointermove", point);
  view.addEventListener("pointerup", point);
  view.addEventListener("pointerleave", (e) => {
    if (e.pointerType === "mouse") tip.hidden = true;
  });
  new ResizeObserver(() => stage.resize()).observe(byId("stage"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => stage.paint());
}

async function begin() {
  if (!("DecompressionStream" in window)) return fail("This page needs a browser of 2023 or later.");
  const library = document.createElement("script");
  library.textContent = new TextDecoder().decode(await unpack("three")) + "\nwindow.THREE = THREE;";
  document.head.append(library);
  const gltf = await new THREE.GLTFLoader().parseAsync(await unpack("scene"), "");
  try {
    stage = new Stage(gltf);
  } catch (e) {
    return fail("This browser shows no WebGL: " + e.message);
  }
  byId("command").textContent = run.command;
  curves = run.curves.map((c) => new Curve(c));
  byId("curves").hidden = curves.length === 0;
  listen();
  stage.resize();
  requestAnimationFrame((at) => {
    last = at;
    frame(at);
  });
}

begin().catch((e) => fail(String(e)));
