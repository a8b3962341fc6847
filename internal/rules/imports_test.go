package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// allowed is the drawing of the architecture: for every package of the module the imports
// outside the standard library that it may have. A path that ends in "/..." admits
// everything below it, and "C" is cgo. A package that is missing here fails the test.
var allowed = map[string][]string{
	"physics/vec":               {},
	"physics/internal/flat":     {},
	"physics/internal/journal":  {},
	"physics/internal/pages":    {},
	"physics/internal/prefetch": {},
	"physics/internal/lanes":    {"tumble/physics/vec"},
	"physics/internal/shape": {"tumble/physics/vec", "tumble/physics/internal/flat",
		"tumble/physics/internal/lanes"},
	"physics/internal/tree":              {"tumble/physics/internal/pages", "tumble/physics/vec"},
	"physics/internal/workers":           {},
	"physics/internal/collide/proximity": {"tumble/physics/vec", "tumble/physics/internal/shape"},
	"physics/internal/collide": {"tumble/physics/vec", "tumble/physics/internal/collide/proximity",
		"tumble/physics/internal/lanes", "tumble/physics/internal/shape"},
	"physics/internal/energy":       {"tumble/physics/vec"},
	"physics/internal/solve/kernel": {"tumble/physics/vec"},
	"physics/internal/solve/graph":  {"tumble/physics/internal/flat"},
	"physics/internal/solve/motion": {"tumble/physics/vec", "tumble/physics/internal/energy",
		"tumble/physics/internal/solve/kernel"},
	"physics/internal/solve/contact": {"tumble/physics/vec", "tumble/physics/internal/energy",
		"tumble/physics/internal/prefetch",
		"tumble/physics/internal/solve/kernel", "tumble/physics/internal/solve/motion"},
	"physics/internal/solve/joint": {"tumble/physics/vec", "tumble/physics/internal/energy",
		"tumble/physics/internal/solve/graph",
		"tumble/physics/internal/solve/kernel", "tumble/physics/internal/solve/motion"},
	"physics/internal/solve/elimination": {},
	"physics/internal/solve/articulation": {"tumble/physics/vec", "tumble/physics/internal/energy",
		"tumble/physics/internal/solve/elimination", "tumble/physics/internal/solve/joint",
		"tumble/physics/internal/solve/kernel", "tumble/physics/internal/solve/motion"},
	"physics/internal/solve": {"tumble/physics/vec", "tumble/physics/internal/energy",
		"tumble/physics/internal/prefetch", "tumble/physics/internal/solve/..."},
	// the rooms of a world, from the bottom up
	"physics/internal/arena": {},
	"physics/internal/state": {"tumble/physics/vec", "tumble/physics/internal/collide", "tumble/physics/internal/pages",
		"tumble/physics/internal/shape", "tumble/physics/internal/solve"},
	"physics/internal/profile": {"tumble/physics/internal/shape", "tumble/physics/internal/workers"},
	"physics/internal/mass": {"tumble/physics/vec", "tumble/physics/internal/shape",
		"tumble/physics/internal/state"},
	"physics/internal/rail": {"tumble/physics/vec", "tumble/physics/internal/solve",
		"tumble/physics/internal/state"},
	"physics/internal/broadphase": {"tumble/physics/vec", "tumble/physics/internal/arena",
		"tumble/physics/internal/prefetch", "tumble/physics/internal/solve", "tumble/physics/internal/state",
		"tumble/physics/internal/tree"},
	"physics/internal/query": {"tumble/physics/vec", "tumble/physics/internal/broadphase",
		"tumble/physics/internal/collide", "tumble/physics/internal/shape", "tumble/physics/internal/state",
		"tumble/physics/internal/tree"},
	"physics/internal/character": {"tumble/physics/vec", "tumble/physics/internal/broadphase",
		"tumble/physics/internal/collide", "tumble/physics/internal/query", "tumble/physics/internal/shape",
		"tumble/physics/internal/state", "tumble/physics/internal/tree"},
	"physics/internal/narrowphase": {"tumble/physics/vec", "tumble/physics/internal/arena",
		"tumble/physics/internal/collide", "tumble/physics/internal/prefetch", "tumble/physics/internal/profile",
		"tumble/physics/internal/shape", "tumble/physics/internal/solve", "tumble/physics/internal/state"},
	"physics/internal/island": {"tumble/physics/vec", "tumble/physics/internal/solve",
		"tumble/physics/internal/state"},
	"physics/internal/forces": {"tumble/physics/vec", "tumble/physics/internal/broadphase",
		"tumble/physics/internal/island", "tumble/physics/internal/query", "tumble/physics/internal/state",
		"tumble/physics/internal/tree"},
	"physics/internal/load": {"tumble/physics/internal/island", "tumble/physics/internal/profile",
		"tumble/physics/internal/shape", "tumble/physics/internal/state"},
	"physics/internal/sensor": {"tumble/physics/internal/arena", "tumble/physics/internal/broadphase",
		"tumble/physics/internal/query", "tumble/physics/internal/state", "tumble/physics/internal/tree"},
	"physics/internal/continuous": {"tumble/physics/vec", "tumble/physics/internal/arena",
		"tumble/physics/internal/broadphase", "tumble/physics/internal/collide",
		"tumble/physics/internal/narrowphase", "tumble/physics/internal/shape", "tumble/physics/internal/solve",
		"tumble/physics/internal/state", "tumble/physics/internal/tree"},
	"physics/internal/snapshot": {"tumble/physics/vec", "tumble/physics/internal/broadphase",
		"tumble/physics/internal/collide", "tumble/physics/internal/flat", "tumble/physics/internal/island",
		"tumble/physics/internal/narrowphase", "tumble/physics/internal/pages", "tumble/physics/internal/prefetch",
		"tumble/physics/internal/sensor", "tumble/physics/internal/shape",
		"tumble/physics/internal/solve", "tumble/physics/internal/state", "tumble/physics/internal/tree"},
	"physics/internal/step": {"tumble/physics/vec", "tumble/physics/internal/arena",
		"tumble/physics/internal/broadphase", "tumble/physics/internal/collide", "tumble/physics/internal/continuous",
		"tumble/physics/internal/energy", "tumble/physics/internal/island", "tumble/physics/internal/mass",
		"tumble/physics/internal/narrowphase", "tumble/physics/internal/prefetch", "tumble/physics/internal/profile",
		"tumble/physics/internal/rail", "tumble/physics/internal/sensor", "tumble/physics/internal/shape",
		"tumble/physics/internal/solve", "tumble/physics/internal/state", "tumble/physics/internal/workers"},
	"physics/internal/track": {"tumble/physics/vec", "tumble/physics/internal/journal", "tumble/physics/internal/shape",
		"tumble/physics/internal/state"},
	"physics/internal/recording": {"tumble/physics/vec", "tumble/physics/internal/flat",
		"tumble/physics/internal/journal",
		"tumble/physics/internal/shape", "tumble/physics/internal/snapshot", "tumble/physics/internal/state",
		"tumble/physics/internal/step", "tumble/physics/internal/track"},
	"physics":                {"tumble/physics/vec", "tumble/physics/internal/..."},
	"physics/debug":          {"tumble/physics", "tumble/physics/debug/steptime", "tumble/physics/internal/journal"},
	"physics/debug/steptime": {"tumble/physics"},
	"physics/drawing":        {"tumble/physics"},
	"physics/rigs":           {"tumble/physics", "tumble/physics/vec"},
	"physics/chain":          {"tumble/physics", "tumble/physics/vec"},
	"physics/scenes":         {"tumble/physics", "tumble/physics/vec", "tumble/physics/rigs"},
	// helpers of tests, for any program
	"physics/physicstest": {"tumble/physics", "tumble/physics/vec"},

	"shaders":               {},
	"renderer":              {mathgl, ximage},
	"renderer/null":         {"tumble/renderer"},
	"renderer/ui":           {"tumble/renderer", mathgl, ximage},
	"renderer/gl":           {"tumble/renderer", "tumble/renderer/gl/api", "tumble/shaders", mathgl, gogl, "C"},
	"renderer/gl/api":       {gogl},
	"renderer/gl/offscreen": {"tumble/renderer", "C"},

	"engine/timestep":  {},
	"engine/inputfile": {},
	"engine/filelock":  {"golang.org/x/sys/windows"},
	"engine/pose":      {"tumble/engine/timestep", "tumble/physics/vec", "tumble/renderer"},
	"engine/input":     {"tumble/engine/timestep", "tumble/physics/vec"},
	"engine/diagnose":  {"tumble/engine/timestep", "tumble/renderer"},
	"engine/nettime":   {"tumble/physics/vec"},
	"engine/record": {"tumble/engine/filelock", "tumble/engine/inputfile", "tumble/engine/input",
		"tumble/engine/timestep", "tumble/physics", "tumble/physics/debug/steptime", "tumble/physics/drawing",
		"tumble/physics/vec"},
	"engine/param": {"tumble/engine/timestep", "tumble/internal/meter", "tumble/physics", "tumble/physics/scenes",
		"tumble/physics/vec"},
	"engine": {"tumble/engine/timestep", "tumble/engine/pose", "tumble/engine/input", "tumble/engine/diagnose",
		"tumble/engine/record",
		"tumble/renderer"},
	"engine/window": {"tumble/engine", "tumble/engine/input", glfw, "C"},

	"tools/compare": {},
	// the public interface, as any program would use it
	"tools/compare/truth": {"tumble/physics"},
	// programs of their own
	"examples/arm": {"tumble/physics", "tumble/physics/chain", "tumble/scene", "tumble/scene/model"},
	"examples/ebiten": {"tumble/engine/timestep", "example.com/ebiten/...",
		"github.com/hajimehoshi/ebiten/v2/..."},
	"examples/ebiten/room": {"tumble/engine/timestep", "tumble/physics", "tumble/physics/vec"},
	"examples/raylib": {"tumble/engine/timestep", "tumble/physics", "example.com/raylib/...",
		"github.com/gen2brain/raylib-go/raylib"},
	"examples/raylib/yard":  {"tumble/engine/timestep", "tumble/physics", "tumble/physics/rigs", "tumble/physics/vec"},
	"examples/page":         {"tumble/engine/timestep", "tumble/physics", "tumble/physics/vec"},
	"examples/recordedtest": {},
	"examples/rollback":     {"tumble/engine/nettime", "tumble/physics"},
	"examples/server":       {"tumble/engine/timestep", "tumble/physics", "tumble/physics/debug"},
	"tools/notices":         {"golang.org/x/mod/semver"},
	"tools/pack":            {},
	"tools/kernelgen":       {},
	"tools/site":            {"github.com/yuin/goldmark/..."},
	"tools/ledger":          {},
	"tools/docs":            {},
	"tools/parquet":         {"github.com/parquet-go/parquet-go/..."},
	"tools/beam":            {"github.com/apache/beam/sdks/v2/..."},
	// the queue between machines
	"tools/nats":          {"github.com/nats-io/nats-server/v2/server", "github.com/nats-io/nats.go/..."},
	"tools/journalgen":    {},
	"tools/settingsgen":   {},
	"internal/golden":     {},
	"internal/rules":      {},
	"internal/mainthread": {},
	"internal/lab": {"tumble/engine", "tumble/engine/timestep", "tumble/engine/diagnose", "tumble/engine/pose",
		"tumble/internal/doctor", "tumble/internal/lockstep", "tumble/physics/scenes", "tumble/physics/vec",
		"tumble/internal/plot"},
	"internal/netgame": {"tumble/engine/nettime", "tumble/physics", "tumble/physics/scenes", "tumble/physics/vec"},
	"internal/netlab": {"tumble/engine/nettime", "tumble/internal/netgame", "tumble/physics/scenes",
		"tumble/physics/vec"},
	"internal/capacity": {"tumble/engine/timestep", "tumble/physics/scenes"},
	"internal/lockstep": {"tumble/engine/nettime", "tumble/engine/timestep", "tumble/internal/netgame",
		"tumble/physics", "tumble/physics/scenes", "tumble/physics/vec"},
	"internal/attach": {"tumble/engine/inputfile", "tumble/engine/record", "tumble/physics", "tumble/physics/debug",
		"tumble/physics/vec"},
	"internal/wholefile":    {"tumble/engine/filelock"},
	"scene/model":           {"tumble/physics", "tumble/physics/vec", "tumble/physics/scenes"},
	"scene/internal/convex": {"tumble/physics", "tumble/physics/vec"},
	// textures and the few colours that a mesh is cut into
	"scene/internal/paint": {"tumble/internal/memory"},
	"scene/internal/solid": {"tumble/physics", "tumble/physics/vec"},
	// shared by the tests of the formats
	"scene/internal/scenetest":      {"tumble/scene/model", "tumble/physics", "tumble/physics/scenes"},
	"scene/gltf/internal/jsonvalue": {"tumble/scene/model", "tumble/physics/vec"},
	"scene/gltf/internal/extension": {"tumble/physics", "tumble/physics/vec"},
	"scene/gltf/internal/affine":    {"tumble/physics/vec"},
	"scene/gltf/internal/document": {"tumble/scene/model", "tumble/scene/gltf/internal/jsonvalue",
		"tumble/scene/gltf/internal/extension", "tumble/scene/gltf/internal/affine", qgltf},
	"scene/gltf/internal/trimesh": {
		"tumble/scene/internal/paint", "tumble/scene/model", "tumble/scene/gltf/internal/jsonvalue",
		"tumble/scene/gltf/internal/affine", "tumble/scene/gltf/internal/document", "tumble/physics/scenes",
		"tumble/physics/vec", qgltf,
	},
	"scene/gltf/internal/load": {"tumble/scene/model", "tumble/scene/gltf/internal/jsonvalue",
		"tumble/scene/gltf/internal/extension",
		"tumble/scene/gltf/internal/affine", "tumble/scene/gltf/internal/document",
		"tumble/scene/gltf/internal/trimesh",
		"tumble/scene/internal/convex", "tumble/physics", "tumble/physics/scenes", "tumble/physics/vec"},
	"scene/gltf/internal/save": {
		"tumble/scene/model", "tumble/scene/gltf/internal/jsonvalue",
		"tumble/scene/gltf/internal/extension", "tumble/scene/gltf/internal/affine",
		"tumble/scene/gltf/internal/document", "tumble/scene/internal/paint", "tumble/scene/internal/solid",
		"tumble/physics", "tumble/physics/scenes", "tumble/physics/vec", qgltf,
	},
	"scene/gltf": {"tumble/scene/model", "tumble/scene/gltf/internal/jsonvalue",
		"tumble/scene/gltf/internal/document", "tumble/scene/gltf/internal/load", "tumble/scene/gltf/internal/save"},
	"scene/internal/xmlscene": {"tumble/scene/model", "tumble/scene/internal/scenetest", "tumble/physics/vec"},
	"scene/internal/linkshape": {
		"tumble/scene/internal/convex", "tumble/scene/gltf", "tumble/scene/internal/paint",
		"tumble/scene/model", "tumble/scene/internal/solid", "tumble/scene/internal/xmlscene", "tumble/physics",
		"tumble/physics/vec", "tumble/physics/scenes",
	},
	"scene/sdf": {"tumble/scene/internal/linkshape", "tumble/scene/internal/solid", "tumble/scene/model",
		"tumble/scene/internal/scenetest", "tumble/scene/urdf", "tumble/scene/internal/xmlscene", "tumble/physics",
		"tumble/physics/vec", "tumble/physics/scenes"},
	"scene/usd/internal/usda": {},
	"scene/usd/internal/usdstage": {"tumble/scene/model", "tumble/scene/internal/scenetest",
		"tumble/scene/usd/internal/usda"},
	"scene/usd": {"tumble/scene/internal/convex", "tumble/scene/internal/linkshape", "tumble/scene/model",
		"tumble/scene/internal/scenetest", "tumble/scene/internal/solid", "tumble/scene/usd/internal/usdstage",
		"tumble/scene/internal/xmlscene", "tumble/physics", "tumble/physics/vec", "tumble/physics/scenes"},
	"scene/internal/linktree": {"tumble/scene/model", "tumble/scene/internal/solid", "tumble/scene/internal/xmlscene",
		"tumble/physics", "tumble/physics/vec"},
	"scene/urdf": {"tumble/scene/internal/linktree", "tumble/scene/internal/linkshape", "tumble/scene/model",
		"tumble/scene/internal/scenetest", "tumble/scene/internal/xmlscene", "tumble/physics", "tumble/physics/vec",
		"tumble/physics/scenes"},
	"scene/mjcf": {
		"tumble/scene/internal/linkshape", "tumble/scene/internal/paint", "tumble/internal/memory",
		"tumble/internal/sensor", "tumble/scene/internal/linktree", "tumble/scene/internal/convex",
		"tumble/scene/internal/solid", "tumble/scene/model", "tumble/scene/internal/scenetest",
		"tumble/scene/internal/xmlscene", "tumble/physics", "tumble/physics/vec", "tumble/physics/scenes",
	},
	// runs a MuJoCo as another program
	"internal/mujoco":   {"tumble/engine/inputfile", "tumble/physics", "tumble/physics/vec"},
	"internal/memory":   {},
	"internal/capsule":  {"tumble/engine/inputfile"},
	"internal/plot":     {ximage},
	"internal/curves":   {"tumble/internal/plot", "tumble/internal/mcapfile", "github.com/foxglove/mcap/go/mcap"},
	"internal/mcapfile": {"github.com/klauspost/compress/zstd", "github.com/pierrec/lz4/v4"},
	"internal/truth":    {"tumble/physics", "tumble/physics/vec", "tumble/physics/scenes"},
	"internal/openscene": {"tumble/internal/truth", "tumble/scene", "tumble/scene/model", "tumble/physics",
		"tumble/physics/vec", "tumble/physics/scenes"},
	"scene": {"tumble/engine/inputfile", "tumble/internal/memory", "tumble/internal/wholefile", "tumble/scene/gltf",
		"tumble/scene/internal/xmlscene", "tumble/scene/mjcf", "tumble/scene/model", "tumble/scene/sdf",
		"tumble/scene/urdf", "tumble/scene/usd", "tumble/physics", "tumble/physics/vec", "tumble/physics/scenes"},
	"internal/app/plate":    {"tumble/engine", "tumble/renderer"},
	"internal/app/mglvec":   {"tumble/physics/vec", mathgl},
	"internal/app/userfile": {"tumble/engine/inputfile", "tumble/internal/wholefile", gotoml},
	"internal/bodyname":     {"tumble/physics"},
	"internal/keyframe":     {"tumble/physics/vec"},
	"internal/shapes":       {"tumble/scene/model", "tumble/physics", "tumble/physics/vec"},
	"internal/doctor": {"tumble/internal/bodyname", "tumble/internal/meter", "tumble/internal/shapes",
		"tumble/physics", "tumble/physics/scenes", "tumble/physics/vec"},
	"internal/sensor": {"tumble/internal/bodyname",
		"tumble/physics", "tumble/physics/vec", "tumble/physics/scenes"},
	"internal/meter": {"tumble/internal/bodyname", "tumble/internal/sensor", "tumble/physics",
		"tumble/physics/vec", "tumble/physics/scenes"},
	"internal/sweep": {"tumble/engine/filelock", "tumble/engine/inputfile", "tumble/engine/param",
		"tumble/engine/timestep", "tumble/internal/bodyname", "tumble/internal/meter", "tumble/internal/openscene",
		"tumble/scene", "tumble/scene/model",
		"tumble/internal/wholefile", "tumble/physics", "tumble/physics/vec", "tumble/physics/scenes", gotoml},
	"internal/sweep/report": {"tumble/internal/sweep"},
	"internal/fit": {"tumble/internal/sweep", "tumble/internal/mcapfile",
		"github.com/foxglove/mcap/go/mcap"},
	"internal/app/sweeps": {"tumble/engine/param", "tumble/internal/sweep"},
	"internal/app/watch": {"tumble/internal/curves", "tumble/engine/timestep", "tumble/internal/meter",
		"tumble/physics", "tumble/physics/scenes"},
	"internal/app/session": {"tumble/internal/capsule", "tumble/internal/doctor", "tumble/internal/shapes",
		"tumble/engine/input", "tumble/engine/timestep", "tumble/engine/pose", "tumble/engine/record",
		"tumble/engine/param", "tumble/internal/app/userfile", "tumble/internal/openscene", "tumble/scene",
		"tumble/scene/model",
		"tumble/internal/bodyname", "tumble/scene/model", "tumble/physics", "tumble/physics/vec",
		"tumble/physics/scenes", "tumble/physics/rigs",
		"tumble/internal/meter", "github.com/klauspost/compress/zstd"},
	"internal/app/history": {"tumble/internal/bodyname", "tumble/physics", "tumble/internal/meter",
		"tumble/engine/input", "tumble/engine/record", "tumble/internal/app/session", "tumble/engine/param",
		"tumble/physics/scenes", "tumble/physics/vec"},
	"internal/app/sound": {"tumble/engine/timestep", "tumble/physics", "tumble/physics/vec"},
	"internal/app/journal": {"tumble/engine/filelock", "tumble/engine/inputfile", "tumble/engine/record",
		"tumble/engine/timestep", "tumble/internal/wholefile"},
	"internal/app/look": {"tumble/physics", "tumble/physics/vec", "tumble/physics/scenes", "tumble/renderer", mathgl},
	"internal/app/stage": {"tumble/engine/pose", "tumble/engine", "tumble/internal/app/look",
		"tumble/internal/app/mglvec", "tumble/internal/app/plate", "tumble/physics", "tumble/physics/drawing",
		"tumble/physics/vec", "tumble/physics/scenes", "tumble/renderer", mathgl},
	"internal/app/capture": {"tumble/engine/inputfile", "tumble/internal/app/look", "tumble/engine/diagnose",
		"tumble/engine/input", "tumble/engine/pose", "tumble/engine/record", "tumble/engine/timestep",
		"tumble/engine", "tumble/engine/param", "tumble/internal/app/mglvec", "tumble/internal/app/session",
		"tumble/internal/app/stage",
		"tumble/internal/wholefile", "tumble/physics", "tumble/physics/vec", "tumble/physics/scenes",
		"tumble/renderer", ximage, mathgl},
	"internal/app/command": {"tumble/engine/input"},
	// the window of a game of two over a network
	"internal/app/versus": {"tumble/engine", "tumble/engine/input", "tumble/engine/nettime", "tumble/engine/pose",
		"tumble/engine/timestep", "tumble/internal/app/mglvec", "tumble/internal/app/stage", "tumble/internal/lockstep",
		"tumble/renderer"},
	"internal/app/trial": {"tumble/engine/input", "tumble/engine/param", "tumble/engine/timestep",
		"tumble/internal/app/session", "tumble/internal/app/userfile", "tumble/internal/meter", "tumble/physics",
		"tumble/physics/vec"},
	"internal/app/animation": {"tumble/engine/pose", "tumble/internal/app/look", "tumble/internal/app/stage",
		"tumble/internal/bodyname", "tumble/internal/keyframe", "tumble/internal/meter", "tumble/internal/truth",
		"tumble/internal/wholefile", "tumble/physics", "tumble/physics/scenes", "tumble/physics/vec",
		"tumble/renderer", qgltf},
	"internal/app/looplab": {"tumble/engine/inputfile", "tumble/engine/diagnose", "tumble/engine/input",
		"tumble/engine/timestep", "tumble/engine", "tumble/internal/app/plate", "tumble/internal/app/session",
		"tumble/internal/app/stage", "tumble/physics",
		"tumble/renderer", "tumble/renderer/ui"},
	"internal/app/tool": {"tumble/internal/bodyname", "tumble/engine/input", "tumble/engine",
		"tumble/internal/app/command", "tumble/internal/app/mglvec", "tumble/internal/app/session",
		"tumble/internal/app/stage", "tumble/physics", "tumble/physics/vec", "tumble/physics/scenes",
		"tumble/renderer", "tumble/renderer/ui", mathgl},
	"internal/app/filedialog": {"github.com/ncruces/zenity"},
	"internal/app/thumbnail": {"tumble/engine/inputfile", "tumble/engine/param", "tumble/engine/timestep",
		"tumble/internal/app/capture", "tumble/internal/app/session", "tumble/internal/app/stage",
		"tumble/internal/app/userfile",
		"tumble/internal/openscene", "tumble/scene", "tumble/scene/model", "tumble/renderer"},
	"internal/app/browser": {"tumble/internal/app/filedialog", "tumble/internal/app/thumbnail",
		"tumble/internal/truth", "tumble/physics/scenes", "tumble/renderer/ui"},
	"internal/app/panel": {"tumble/internal/app/sweeps", "tumble/internal/sweep", "tumble/internal/app/browser",
		"tumble/internal/app/history", "tumble/internal/app/trial", "tumble/internal/bodyname",
		"tumble/internal/truth", "tumble/internal/doctor", "tumble/internal/app/watch", "tumble/internal/meter",
		"tumble/engine/diagnose", "tumble/engine/input", "tumble/engine/timestep", "tumble/engine",
		"tumble/engine/param", "tumble/internal/app/command", "tumble/internal/app/look",
		"tumble/internal/app/looplab", "tumble/internal/app/mglvec",
		"tumble/internal/capacity",
		"tumble/internal/app/plate", "tumble/internal/app/session", "tumble/internal/app/stage",
		"tumble/internal/app/tool", "tumble/internal/openscene", "tumble/scene", "tumble/scene/model", "tumble/physics",
		"tumble/physics/vec", "tumble/physics/scenes", "tumble/renderer", "tumble/renderer/ui", mathgl},
	// shared by the tests of the window
	"internal/app/apptest": {"tumble/engine/param", "tumble/internal/app/session", "tumble/physics/scenes",
		"tumble/engine/input", "tumble/engine/timestep", "tumble/engine", "tumble/renderer", "tumble/renderer/gl",
		"tumble/renderer/gl/offscreen"},
	// puts the parts together
	"internal/app/split": {"tumble/engine", "tumble/engine/pose", "tumble/engine/timestep",
		"tumble/internal/app/trial", "tumble/internal/app/plate", "tumble/internal/app/stage",
		"tumble/internal/bodyname",
		"tumble/physics", "tumble/renderer", "tumble/renderer/ui"},
	"internal/app": {"tumble/engine/inputfile", "tumble/internal/app/sweeps", "tumble/internal/sweep",
		"tumble/internal/app/browser", "tumble/internal/app/filedialog", "tumble/internal/app/thumbnail",
		"tumble/internal/meter", "tumble/internal/app/history", "tumble/internal/bodyname", "tumble/internal/truth",
		"tumble/internal/capsule", "tumble/internal/app/trial", "tumble/internal/doctor", "tumble/internal/app/watch",
		"tumble/internal/wholefile", "tumble/engine/diagnose", "tumble/engine/input", "tumble/engine/pose",
		"tumble/engine/record", "tumble/engine/timestep", "tumble/internal/app/capture",
		"tumble/internal/app/command", "tumble/internal/app/journal", "tumble/internal/app/look",
		"tumble/internal/app/looplab", "tumble/internal/app/panel",
		"tumble/internal/capacity",
		"tumble/internal/app/animation",
		"tumble/internal/app/plate", "tumble/internal/app/split", "tumble/internal/app/session",
		"tumble/internal/app/sound", "tumble/internal/app/stage", "tumble/internal/app/tool",
		"tumble/internal/app/userfile", "tumble/physics/debug/steptime", "tumble/physics/drawing",
		"tumble/engine", "tumble/engine/param", "tumble/internal/openscene", "tumble/scene", "tumble/scene/model",
		"tumble/scene/model", "tumble/physics", "tumble/physics/vec", "tumble/physics/scenes", "tumble/renderer",
		"tumble/renderer/ui"},
	"internal/windowed": {"tumble/engine", "tumble/engine/param", "tumble/engine/window", "tumble/internal/app/...",
		"tumble/physics/scenes", "tumble/renderer", "tumble/renderer/gl"},
	// what the commands share, and those that compare loops
	"internal/cli": {"C", "tumble/engine/inputfile", "tumble/internal/app/userfile", "tumble/internal/wholefile",
		"tumble/engine/param", "tumble/engine/timestep", "tumble/internal/openscene", "tumble/scene",
		"tumble/scene/model", "tumble/scene/model",
		"tumble/physics/scenes", "github.com/spf13/cobra", "golang.org/x/term"},
	"internal/cli/loops": {"tumble/engine/inputfile", "tumble/engine", "tumble/engine/diagnose",
		"tumble/engine/nettime",
		"tumble/engine/param", "tumble/engine/timestep", "tumble/internal/cli", "tumble/internal/lab",
		"tumble/internal/lockstep", "tumble/internal/netlab",
		"tumble/internal/capacity",
		"tumble/physics/scenes", "github.com/spf13/cobra"},
	// the program of a page
	"cmd/web": {"tumble/internal/app", "tumble/internal/app/command", "tumble/internal/app/session",
		"tumble/internal/app/userfile", "tumble/internal/capsule", "tumble/internal/openscene", "tumble/scene",
		"tumble/scene/model", "tumble/engine/...", "tumble/engine", "tumble/physics/scenes", "tumble/renderer",
		"tumble/renderer/gl"},
	"cmd/sandbox": {"tumble/internal/...", "tumble/scene", "tumble/scene/model", "tumble/engine/...",
		"tumble/physics", "tumble/physics/vec",
		"tumble/physics/scenes", "tumble/renderer/...", "github.com/spf13/cobra", "github.com/spf13/pflag",
		"golang.org/x/term"},
}

const (
	gogl   = "github.com/go-gl/gl/..."
	glfw   = "github.com/go-gl/glfw/..."
	mathgl = "github.com/go-gl/mathgl/..."
	ximage = "golang.org/x/image/..."
	qgltf  = "github.com/qmuntal/gltf/..."
	gotoml = "github.com/pelletier/go-toml/..."
)

// prescribed names where each library of the window stack must be used, so that a rewrite
// that silently drops one is seen.
var prescribed = map[string]string{
	gogl:   "renderer/gl",
	glfw:   "engine/window",
	mathgl: "renderer",
}

// clockFree are the folders in which simulation state is computed: not even package time
// may be imported there, so that no result can depend on the clock.
var clockFree = []string{"physics"}

// deadlines are the packages below them that wait for other programs and compute nothing.
var deadlines = map[string]bool{"physics/debug": true}

// source is one parsed Go file with its slash-separated path from the module root.
type source struct {
	path string
	file *ast.File
	text string
}

func (s source) pkg() string {
	return strings.TrimSuffix(s.path[:strings.LastIndex("/"+s.path, "/")], "/")
}
func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// walk calls f with the path of every file of the tree that is not generated, hidden or
// a module of its own.
func walk(t *testing.T, f func(path string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != "." && (name == ".git" || name == "bin" || name == "out" || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		f(filepath.ToSlash(path))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sources parses every Go file of the tree.
func sources(t *testing.T, fset *token.FileSet) []source {
	t.Helper()
	var all []source
	walk(t, func(path string) {
		if !strings.HasSuffix(path, ".go") {
			return
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(fset, path, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, source{path, file, string(text)})
	})
	if len(all) < 20 {
		t.Fatalf("only %d Go files found: the test must run in the module root", len(all))
	}
	return all
}

func matches(pattern, path string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return path != "C" && first != "tumble" && !strings.Contains(first, ".")
}

func TestImports(t *testing.T) {
	used := map[string]bool{}
	unknown := map[string]bool{}
	for _, s := range sources(t, token.NewFileSet()) {
		if s.isTest() {
			continue
		}
		rules, known := allowed[s.pkg()]
		if !known {
			unknown[s.pkg()] = true
			continue
		}
		for _, spec := range s.file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			for pattern, home := range prescribed {
				if matches(pattern, path) && s.pkg() == home {
					used[pattern] = true
				}
			}
			if isStandard(path) {
				continue
			}
			ok := false
			for _, pattern := range rules {
				ok = ok || matches(pattern, path)
			}
			if !ok {
				t.Errorf("%s imports %s, which the table of allowed imports does not grant to %s",
					s.path, path, s.pkg())
			}
		}
	}
	for _, pkg := range sorted(unknown) {
		t.Errorf("package %q is missing in the table of allowed imports", pkg)
	}
	for pattern, home := range prescribed {
		if !used[pattern] {
			t.Errorf("%s does not import %s", home, pattern)
		}
	}
}

// TestTestImports holds that tests of the simulation do not pull in the window stack either.
func TestTestImports(t *testing.T) {
	for _, s := range sources(t, token.NewFileSet()) {
		if !s.isTest() || !strings.HasPrefix(s.path, "physics/") {
			continue
		}
		for _, spec := range s.file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			if !isStandard(path) && !matches("tumble/physics/...", path) {
				t.Errorf("%s imports %s: tests of the physics need the standard library only", s.path, path)
			}
		}
	}
}

// TestClock holds that the clock is read in engine/timestep/clock*.go and nowhere else, and that
// the simulation cannot read it at all.
func TestClock(t *testing.T) {
	fset := token.NewFileSet()
	for _, s := range sources(t, fset) {
		if s.isTest() {
			continue
		}
		for _, folder := range clockFree {
			if matches(folder+"/...", s.pkg()) && !deadlines[s.pkg()] && imports(s.file, "time") {
				t.Errorf("%s imports time: the simulation reads no clock", s.path)
			}
		}
		// what imports testing serves tests only
		if strings.HasPrefix(s.path, "engine/timestep/clock") || !imports(s.file, "time") ||
			imports(s.file, "testing") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			if !ok || x.Name != "time" {
				return true
			}
			switch sel.Sel.Name {
			case "Now", "Since", "Until":
				t.Errorf("%s: time.%s: the clock is read in engine/timestep/clock*.go only",
					fset.Position(sel.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
}

// nondeterministic are the parts of the standard library whose results differ between
// platforms or runs; simulation code uses none of them.
var nondeterministic = []string{"math/rand", "math/rand/v2", "hash/maphash", "unique", "weak"}

// platformMath are the functions of package math with assembly or fused bodies on some platform.
var platformMath = map[string]bool{
	"Sin": true, "Cos": true, "Sincos": true, "Tan": true, "Asin": true, "Acos": true, "Atan": true,
	"Atan2": true, "Sinh": true, "Cosh": true, "Tanh": true, "Exp": true, "Exp2": true, "Expm1": true,
	"Log": true, "Log2": true, "Log10": true, "Log1p": true, "Pow": true, "Hypot": true, "Cbrt": true,
	"FMA": true, "Mod": true,
}

// TestPlatformMath holds that simulation code uses only the mathematics that has the same
// bits on every platform, and no source of chance.
func TestPlatformMath(t *testing.T) {
	fset := token.NewFileSet()
	for _, s := range sources(t, fset) {
		if s.isTest() || !matches("physics/...", s.pkg()) {
			continue
		}
		for _, path := range nondeterministic {
			if imports(s.file, path) {
				t.Errorf("%s imports %s: its results differ from run to run", s.path, path)
			}
		}
		if !imports(s.file, "math") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "math" && platformMath[sel.Sel.Name] {
				t.Errorf("%s: math.%s differs between platforms; use package vec",
					fset.Position(sel.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
}

func imports(f *ast.File, path string) bool {
	for _, spec := range f.Imports {
		if spec.Path.Value == `"`+path+`"` {
			return true
		}
	}
	return false
}

func sorted(set map[string]bool) []string {
	var keys []string
	for k := range set {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
