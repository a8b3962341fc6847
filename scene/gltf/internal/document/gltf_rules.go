package document

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// componentType is one of the numbers that glTF has for number formats.
func componentType(_ *counts, v jsonvalue.Value) {
	switch v.Integer(5126, 0, math.MaxInt32) {
	case 5120, 5121, 5122, 5123, 5125, 5126:
	default:
		v.Errorf("is no component type")
	}
}

// attributes is the rule of the accessors of a primitive by name.
func attributes(c *counts, v jsonvalue.Value) {
	if !v.IsObject() {
		return
	}
	m := v.Data.(map[string]any)
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		index("accessors")(c, v.At(name))
		if m[name] == nil {
			v.At(name).Errorf("must not be null")
		}
	}
}

// maxBytes bounds offsets and lengths, so that sums of a few of them do not overflow.
const maxBytes = math.MaxInt32

var textureInfo = members(map[string]rule{"index!": index("textures"), "texCoord": whole(0, 7)})

// documentRules are the rules of glTF 2.0 for the members that are read here.
var documentRules = members(map[string]rule{
	"asset!": members(map[string]rule{"version!": text, "minVersion": text, "generator": text,
		"copyright": text}),
	"extensionsUsed":     each(text),
	"extensionsRequired": each(text),
	"scene":              index("scenes"),
	"scenes":             each(members(map[string]rule{"nodes": each(index("nodes")), "name": text})),
	"nodes": each(members(map[string]rule{
		"camera": index("cameras"), "children": each(index("nodes")), "skin": index("skins"), "mesh": index("meshes"),
		"matrix": floats(16), "rotation": floats(4), "scale": floats(3), "translation": floats(3), "weights": floats(0),
		"name": text,
	})),
	"meshes": each(members(map[string]rule{
		"name": text, "weights": floats(0),
		"primitives!": each(members(map[string]rule{
			"attributes!": attributes, "indices": index("accessors"), "material": index("materials"),
			"mode": whole(0, 6), "targets": each(attributes),
		})),
	})),
	"accessors": each(members(map[string]rule{
		"bufferView": index("bufferViews"), "byteOffset": whole(0, maxBytes), "componentType!": componentType,
		"normalized": flag, "count!": whole(1, maxBytes), "max": floats(0), "min": floats(0), "name": text,
		"type!": oneOf("SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"),
		"sparse": members(map[string]rule{
			"count!": whole(1, maxBytes),
			"indices!": members(map[string]rule{"bufferView!": index("bufferViews"), "byteOffset": whole(0, maxBytes),
				"componentType!": componentType}),
			"values!": members(map[string]rule{"bufferView!": index("bufferViews"), "byteOffset": whole(0, maxBytes)}),
		}),
	})),
	"bufferViews": each(members(map[string]rule{
		"buffer!": index("buffers"), "byteOffset": whole(0, maxBytes), "byteLength!": whole(1, maxBytes),
		"byteStride": whole(4, 252), "target": whole(0, maxBytes), "name": text,
	})),
	"buffers": each(members(map[string]rule{"byteLength!": whole(1, maxBytes), "uri": text, "name": text})),
	"cameras": each(members(map[string]rule{
		"type!": oneOf("perspective", "orthographic"), "name": text,
		"perspective": members(map[string]rule{"yfov!": anyNumber, "znear!": anyNumber, "zfar": anyNumber,
			"aspectRatio": anyNumber}),
		"orthographic": members(map[string]rule{"xmag!": anyNumber, "ymag!": anyNumber, "znear!": anyNumber,
			"zfar!": anyNumber}),
	})),
	"images": each(members(map[string]rule{"uri": text, "mimeType": text, "bufferView": index("bufferViews"),
		"name": text})),
	"textures": each(members(map[string]rule{"source": index("images"), "sampler": index("samplers"), "name": text})),
	"samplers": each(members(map[string]rule{
		"magFilter": whole(0, maxBytes), "minFilter": whole(0, maxBytes), "wrapS": whole(0, maxBytes),
		"wrapT": whole(0, maxBytes), "name": text,
	})),
	"skins": each(members(map[string]rule{
		"inverseBindMatrices": index("accessors"), "skeleton": index("nodes"), "joints!": each(index("nodes")),
		"name": text,
	})),
	"materials": each(members(map[string]rule{
		"name": text, "doubleSided": flag, "alphaMode": oneOf("OPAQUE", "MASK", "BLEND"), "alphaCutoff": anyNumber,
		"emissiveFactor": floats(3),
		"pbrMetallicRoughness": members(map[string]rule{
			"baseColorFactor": floats(4), "metallicFactor": anyNumber, "roughnessFactor": anyNumber,
			"baseColorTexture": textureInfo, "metallicRoughnessTexture": textureInfo,
		}),
		"normalTexture": textureInfo, "occlusionTexture": textureInfo, "emissiveTexture": textureInfo,
	})),
})

// referred are the arrays that references go into.
var referred = []string{"accessors", "bufferViews", "buffers", "cameras", "images", "materials", "meshes", "nodes",
	"samplers", "scenes",
	"skins", "textures"}

// checkDocument applies the rules of glTF 2.0.
func checkDocument(root jsonvalue.Value) {
	if version := root.Path("asset", "version"); strings.HasPrefix(fmt.Sprint(version.Data), "1") {
		// nothing of it has the form that the rules are about
		version.Errorf("%v: only version 2 is known", version.Data)
		return
	}
	if n := movingNodes(root); n > model.MaxBodies {
		// before anything is made of them
		root.At("nodes").Errorf("%d bodies: at most %d are allowed", n, model.MaxBodies)
		return
	}
	c := counts{}
	for _, name := range referred {
		a, _ := root.At(name).Data.([]any)
		c[name] = len(a)
	}
	documentRules(&c, root)
	if version := root.Path("asset", "version"); !version.Missing() && !strings.HasPrefix(version.Text(""), "2.") {
		version.Errorf("%q: only version 2 is known", version.Text(""))
	}
	checkExtensions(root)
}

// movingNodes is the number of nodes with a motion.
func movingNodes(root jsonvalue.Value) int {
	list, _ := root.At("nodes").Data.([]any)
	n := 0
	for _, node := range list {
		var at any = node
		for _, name := range [...]string{"extensions", extension.Bodies, "motion"} {
			fields, _ := at.(map[string]any)
			at = fields[name]
		}
		if at != nil {
			n++
		}
	}
	return n
}
