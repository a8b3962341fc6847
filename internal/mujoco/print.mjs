// print.mjs MODEL OUT: compiles a model with MuJoCo for WebAssembly and writes it as text.
// The packages are looked for from the working directory upwards and in NODE_PATH.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [model, out] = process.argv.slice(2);
const need = createRequire(path.join(process.cwd(), 'x.js'));
let found;
for (const name of ['@mujoco/mujoco', 'mujoco-js']) {
  try { found = need.resolve(name); break; } catch { /* the next */ }
}
if (!found) process.exit(3);
if (!model) process.exit(0);

let said = '';
const m = await (await import(pathToFileURL(found))).default({ print() {}, printErr(line) { said += line + '\n'; } });
// MuJoCo sees files of its own memory alone: each is copied there when it is asked for
let copying = false;
function bring(name) {
  if (copying || typeof name !== 'string') return;
  copying = true;
  const real = path.resolve('/', name);
  if (!m.FS.analyzePath(real).exists && fs.statSync(real, { throwIfNoEntry: false })?.isFile()) {
    m.FS.mkdirTree(path.dirname(real));
    m.FS.writeFile(real, fs.readFileSync(real));
  }
  copying = false;
}
for (const call of ['stat', 'open']) {
  const original = m.FS[call];
  m.FS[call] = (name, ...rest) => { bring(name); return original(name, ...rest); };
}
try {
  const compiled = m.MjModel.from_xml_path ? m.MjModel.from_xml_path(model) : m.MjModel.loadFromXML(model);
  m.mj_printFormattedModel(compiled, '/printed.txt', '%.9g');
} catch (e) {
  let text = e?.message || String(e);
  try { text = m.getExceptionMessage(e).join(' '); } catch { /* the other text */ }
  console.error(said.trim() || text);
  process.exit(1);
}
fs.writeFileSync(out, m.FS.readFile('/printed.txt'));
