package gltfscene

import (
	"math"
	"sort"
	"strings"
)

// A rule checks a part of the document that the glTF library is going to decode, so that what it
// decodes has no surprises: every type is right, every reference is in range, nothing is null.
type rule func(c *counts, v value)

// counts are the lengths of the arrays that references go into.
type counts map[string]int

// members is the rule of an object: a name that ends in ! is required. Other members may be there.
func members(rules map[string]rule) rule {
	names := make([]string, 0, len(rules))
	for name := range rules {
		names = append(names, name)
	}
	sort.Strings(names)
	return func(c *counts, v value) {
		if !v.isObject() {
			if v.missing() {
				v.errorf("must not be null")
			}
			return
		}
		m := v.v.(map[string]any)
		for _, name := range names {
			key, required := strings.CutSuffix(name, "!")
			x, ok := m[key]
			member := v.at(key)
			switch {
			case ok && x == nil:
				member.errorf("must not be null")
			case ok:
				rules[name](c, member)
			case required:
				v.errorf("has no %s", key)
			}
		}
	}
}

// each is the rule of an array of things alike.
func each(r rule) rule {
	return func(c *counts, v value) {
		for _, e := range v.list() {
			if e.missing() {
				e.errorf("must not be null")
				continue
			}
			r(c, e)
		}
	}
}

// index is the rule of a reference.
func index(array string) rule {
	return func(c *counts, v value) { v.index((*c)[array], array) }
}

// floats is the rule of an array of n numbers, any number of them for 0.
func floats(n int) rule {
	return func(_ *counts, v value) {
		list := v.list()
		if n > 0 && len(list) != n {
			v.errorf("must be an array of %d numbers", n)
			return
		}
		for _, e := range list {
			e.float(0, -math.MaxFloat32, math.MaxFloat32)
			if e.missing() {
				e.errorf("must be a number")
			}
		}
	}
}

func anyNumber(_ *counts, v value) { v.float(0, -math.MaxFloat32, math.MaxFloat32) }
func whole(lo, hi int) rule        { return func(_ *counts, v value) { v.integer(lo, lo, hi) } }
func text(_ *counts, v value)      { v.text("") }
func flag(_ *counts, v value)      { v.flag(false) }

func oneOf(names ...string) rule { return func(_ *counts, v value) { v.choice(names...) } }

// componentType is one of the numbers that glTF has for number formats.
func componentType(_ *counts, v value) {
	switch v.integer(5126, 0, math.MaxInt32) {
	case 5120, 5121, 5122, 5123, 5125, 5126:
	default:
		v.errorf("is no component type")
	}
}

// attributes is the rule of the accessors of a primitive by name.
func attributes(c *counts, v value) {
	if !v.isObject() {
		return
	}
	m := v.v.(map[string]any)
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		index("accessors")(c, v.at(name))
		if m[name] == nil {
			v.at(name).errorf("must not be null")
		}
	}
}

// maxBytes bounds offsets and lengths, so that sums of a few of them do not overflow.
const maxBytes = math.MaxInt32

var textureInfo = members(map[string]rule{"index!": index("textures"), "texCoord": whole(0, 7)})

// documentRules are those of glTF 2.0 for what is read here.
var documentRules = members(map[string]rule{
	"asset!":             members(map[string]rule{"version!": text, "minVersion": text, "generator": text, "copyright": text}),
	"extensionsUsed":     each(text),
	"extensionsRequired": each(text),
	"scene":              index("scenes"),
	"scenes":             each(members(map[string]rule{"nodes": each(index("nodes")), "name": text})),
	"nodes": each(members(map[string]rule{
		"camera": index("cameras"), "children": each(index("nodes")), "skin": index("skins"), "mesh": index("meshes"),
		"matrix": floats(16), "rotation": floats(4), "scale": floats(3), "translation": floats(3), "weights": floats(0), "name": text,
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
			"count!":   whole(1, maxBytes),
			"indices!": members(map[string]rule{"bufferView!": index("bufferViews"), "byteOffset": whole(0, maxBytes), "componentType!": componentType}),
			"values!":  members(map[string]rule{"bufferView!": index("bufferViews"), "byteOffset": whole(0, maxBytes)}),
		}),
	})),
	"bufferViews": each(members(map[string]rule{
		"buffer!": index("buffers"), "byteOffset": whole(0, maxBytes), "byteLength!": whole(1, maxBytes),
		"byteStride": whole(4, 252), "target": whole(0, maxBytes), "name": text,
	})),
	"buffers": each(members(map[string]rule{"byteLength!": whole(1, maxBytes), "uri": text, "name": text})),
	"cameras": each(members(map[string]rule{
		"type!": oneOf("perspective", "orthographic"), "name": text,
		"perspective":  members(map[string]rule{"yfov!": anyNumber, "znear!": anyNumber, "zfar": anyNumber, "aspectRatio": anyNumber}),
		"orthographic": members(map[string]rule{"xmag!": anyNumber, "ymag!": anyNumber, "znear!": anyNumber, "zfar!": anyNumber}),
	})),
	"images":   each(members(map[string]rule{"uri": text, "mimeType": text, "bufferView": index("bufferViews"), "name": text})),
	"textures": each(members(map[string]rule{"source": index("images"), "sampler": index("samplers"), "name": text})),
	"samplers": each(members(map[string]rule{
		"magFilter": whole(0, maxBytes), "minFilter": whole(0, maxBytes), "wrapS": whole(0, maxBytes), "wrapT": whole(0, maxBytes), "name": text,
	})),
	"skins": each(members(map[string]rule{
		"inverseBindMatrices": index("accessors"), "skeleton": index("nodes"), "joints!": each(index("nodes")), "name": text,
	})),
	"materials": each(members(map[string]rule{
		"name": text, "doubleSided": flag, "alphaMode": oneOf("OPAQUE", "MASK", "BLEND"), "alphaCutoff": anyNumber, "emissiveFactor": floats(3),
		"pbrMetallicRoughness": members(map[string]rule{
			"baseColorFactor": floats(4), "metallicFactor": anyNumber, "roughnessFactor": anyNumber,
			"baseColorTexture": textureInfo, "metallicRoughnessTexture": textureInfo,
		}),
		"normalTexture": textureInfo, "occlusionTexture": textureInfo, "emissiveTexture": textureInfo,
	})),
})

// referred are the arrays that references go into.
var referred = []string{"accessors", "bufferViews", "buffers", "cameras", "images", "materials", "meshes", "nodes", "samplers", "scenes",
	"skins", "textures"}

// checkDocument applies the rules of glTF 2.0.
func checkDocument(root value) {
	c := counts{}
	for _, name := range referred {
		a, _ := root.at(name).v.([]any)
		c[name] = len(a)
	}
	documentRules(&c, root)
	if version := root.path("asset", "version"); !version.missing() && !strings.HasPrefix(version.text(""), "2.") {
		version.errorf("%q: only version 2 is known", version.text(""))
	}
	checkExtensions(root)
}

// handled are the extensions that a file may require. Those with false change only the picture
// and are left out.
var handled = map[string]bool{
	extShapes: true, extBodies: true, extOwn: true,
	"MSFT_collision_primitives": true, "MSFT_rigid_bodies": true,
	"OMI_physics_shape": true, "OMI_physics_body": true, "OMI_physics_joint": true, "OMI_physics_gravity": true,
	"KHR_mesh_quantization": true,
	"KHR_lights_punctual":   false, "KHR_texture_transform": false, "KHR_materials_unlit": false, "KHR_materials_clearcoat": false,
	"KHR_materials_emissive_strength": false, "KHR_materials_ior": false, "KHR_materials_sheen": false, "KHR_materials_specular": false,
	"KHR_materials_transmission": false, "KHR_materials_volume": false, "KHR_materials_iridescence": false, "KHR_materials_anisotropy": false,
	"KHR_materials_dispersion": false, "KHR_materials_variants": false, "KHR_texture_basisu": false, "EXT_texture_webp": false,
	"EXT_mesh_gpu_instancing": false, "KHR_node_visibility": false, "KHR_animation_pointer": false, "KHR_interactivity": false, "KHR_xmp_json_ld": false,
}

func checkExtensions(root value) {
	for _, e := range root.at("extensionsRequired").list() {
		name := e.text("")
		known, ok := handled[name]
		if !ok {
			e.errorf("the file requires the extension %s, which is not known here", name)
		} else if !known {
			e.warnf("%s is left out", name)
		}
	}
}
