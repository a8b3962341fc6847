package save

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// written says in the document which entries were written, from the index in from, 0 where it has none. A
// reader keeps the others.
func (e *encoder) written(from map[string]any) {
	d := e.doc
	buffers := 0
	if len(e.data) > 0 {
		buffers = 1
	}
	w := jsonvalue.Object{}
	for name, count := range map[string]int{"accessors": len(d.Accessors), "bufferViews": len(d.BufferViews),
		"buffers": buffers,
		"cameras": len(d.Cameras), "materials": len(d.Materials), "meshes": len(d.Meshes), "nodes": len(d.Nodes)} {
		if count > 0 {
			w[name] = []int{0, count}
		}
	}
	for name, x := range from {
		w[name] = x
	}
	d.Extensions[extension.Own].(jsonvalue.Object)["written"] = w
}

// merge writes the document into the file that the scene came from.
func (e *encoder) merge() ([]byte, error) {
	o := e.source
	source, bin, err := o.buffers()
	if err != nil {
		return nil, err
	}
	views := o.Own["bufferViews"] + len(o.copied())
	shift := len(bin)
	own := jsonvalue.Object{}
	for name, count := range map[string]int{"accessors": len(e.doc.Accessors), "cameras": len(e.doc.Cameras),
		"materials": len(e.doc.Materials),
		"meshes":    len(e.doc.Meshes), "nodes": len(e.doc.Nodes)} {
		own[name] = []int{o.Own[name], count}
	}
	own["bufferViews"] = []int{views, len(e.doc.BufferViews)}
	target := len(source)
	if o.binary {
		target = 0
		if bin = append(bin, e.data...); shift > 0 {
			own["bytes"] = shift
			own["buffers"] = []int{1, 1}
		} else if len(bin) > 0 {
			own["buffers"] = []int{0, 1}
		}
		source = o.binaryBuffer(source, len(bin))
	} else if shift = 0; len(e.data) > 0 {
		own["buffers"] = []int{target, target + 1}
		source = append(source, jsonvalue.Object{"byteLength": len(e.data), "uri": dataURI("application/octet-stream",
			e.data)})
	} else {
		own["buffers"] = []int{target, target}
	}
	e.written(own)
	mine, err := generic(e.doc)
	if err != nil {
		return nil, err
	}
	o.root["buffers"] = source
	o.append(mine, views)
	for _, v := range array(o.root, "bufferViews")[views:] {
		view := v.(jsonvalue.Object)
		view["buffer"] = target
		view["byteOffset"] = shift + integer(view["byteOffset"])
	}
	e.mergeNodes(array(mine, "nodes"))
	o.mergeScenes(mine)
	o.mergeExtensions(mine)
	prune(o.root)
	return o.encode(bin)
}

// append puts the written entries of an array behind the entries of the file.
func (o *original) append(mine jsonvalue.Object, views int) {
	for _, name := range document.Written {
		if name == "buffers" || name == "bufferViews" {
			continue
		}
		count := o.Own[name]
		o.root[name] = append(array(o.root, name)[:count:count], tail(mine, name, count)...)
	}
	o.root["bufferViews"] = append(array(o.root, "bufferViews")[:views:views], tail(mine, "bufferViews", views)...)
}

// buffers returns the buffers of the file; for a binary file also their bytes one after another, with
// the images that are copied.
func (o *original) buffers() ([]any, []byte, error) {
	var bin []byte
	list := array(o.root, "buffers")
	list = list[:min(len(list), max(o.Own["buffers"], 0))]
	var offsets []int
	for i, b := range list {
		data, err := o.file.Buffer(i)
		if err != nil {
			return nil, nil, fmt.Errorf("gltfscene: buffer %d of the file that the scene came from: %w", i, err)
		}
		if i == 0 && o.Bytes > 0 {
			data = data[:min(o.Bytes, len(data))]
		}
		offsets = append(offsets, len(bin))
		if o.binary {
			bin = aligned(append(bin, data...))
			continue
		}
		buffer := b.(jsonvalue.Object)
		buffer["byteLength"] = len(data)
		if uri, _ := buffer["uri"].(string); uri == "" || document.IsFile(uri) && !o.asides || i == 0 && o.Bytes > 0 {
			buffer["uri"] = dataURI("application/octet-stream", data)
		}
	}
	views := array(o.root, "bufferViews")
	views = views[:min(len(views), o.Own["bufferViews"])]
	if o.binary {
		for _, v := range views {
			moveView(v.(jsonvalue.Object), offsets)
		}
	}
	for i := range array(o.root, "images") {
		views, bin = o.image(i, views, bin)
	}
	o.root["bufferViews"] = views
	return list, bin, nil
}

// image copies an image of a file beside the source into the saved one.
func (o *original) image(i int, views []any, bin []byte) ([]any, []byte) {
	image := array(o.root, "images")[i].(jsonvalue.Object)
	uri, _ := image["uri"].(string)
	if !document.IsFile(uri) || o.asides {
		return views, bin
	}
	data, err := o.file.Load(uri)
	if err != nil {
		return views, bin
	}
	kind := kindOf(data)
	given, _ := image["mimeType"].(string)
	if given != "" {
		kind = given
	}
	if !o.binary || inURI(given, data) {
		image["uri"] = dataURI(kind, data)
		return views, bin
	}
	delete(image, "uri")
	image["mimeType"], image["bufferView"] = kind, len(views)
	if name, _ := image["name"].(string); name == "" {
		image["name"] = uri
	}
	view := jsonvalue.Object{"buffer": 0, "byteOffset": len(bin), "byteLength": len(data)}
	return append(views[:len(views):len(views)], view), aligned(append(bin, data...))
}

// ktx2 is the kind of KTX 2.0 textures, and ktx2Mark how they begin.
const (
	ktx2     = "image/ktx2"
	ktx2Mark = "\xabKTX 20\xbb\r\n\x1a\n"
)

// inURI reports whether an image stays in a URI also in a binary file: a texture of the core may not name a buffer view
// with KTX2, but a URI that has it.
func inURI(given string, data []byte) bool { return given == "" && kindOf(data) == ktx2 }

// imageMarks are how images begin.
var imageMarks = [...]struct{ mark, kind string }{
	{ktx2Mark, ktx2}, {"\x89PNG\r\n\x1a\n", "image/png"}, {"\xff\xd8\xff", "image/jpeg"}, {"GIF8", "image/gif"},
	{"BM", "image/bmp"},
}

// kindOf is the media type of an image.
func kindOf(data []byte) string {
	for _, m := range imageMarks {
		if bytes.HasPrefix(data, []byte(m.mark)) {
			return m.kind
		}
	}
	if len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP" {
		return "image/webp"
	}
	return "application/octet-stream"
}

// moveView makes a buffer view one of the only buffer.
func moveView(view jsonvalue.Object, offsets []int) {
	for _, v := range []any{view, at(view, "extensions", "EXT_meshopt_compression"),
		at(view, "extensions", "KHR_meshopt_compression")} {
		x, ok := v.(jsonvalue.Object)
		if k := integer(x["buffer"]); ok && k >= 0 && k < len(offsets) {
			if offset := offsets[k] + integer(x["byteOffset"]); offset > 0 {
				x["byteOffset"] = offset
			}
			x["buffer"] = 0
		}
	}
}

// binaryBuffer is the only buffer of a binary file, with the name and the extras of the first one.
func (o *original) binaryBuffer(list []any, length int) []any {
	if length == 0 {
		return nil
	}
	buffer := jsonvalue.Object{}
	if len(list) > 0 {
		buffer = list[0].(jsonvalue.Object)
	}
	delete(buffer, "uri")
	buffer["byteLength"] = length
	return []any{buffer}
}

// mergeExtensions writes the physics of the document and lists the extensions.
func (o *original) mergeExtensions(mine jsonvalue.Object) {
	kept, _ := o.root["extensions"].(jsonvalue.Object)
	if kept == nil {
		kept = jsonvalue.Object{}
	}
	for name := range kept {
		if document.OfPhysics(name) {
			delete(kept, name)
		}
	}
	for name, x := range mine["extensions"].(jsonvalue.Object) {
		kept[name] = x
	}
	o.root["extensions"] = kept
	gone := func(name string) bool { return document.OfPhysics(name) && (name != gravity || !o.hasVolumes()) }
	used := slices.DeleteFunc(texts(o.root["extensionsUsed"]), gone)
	for _, name := range texts(mine["extensionsUsed"]) {
		if !slices.Contains(used, name) {
			used = append(used, name)
		}
	}
	o.root["extensionsUsed"] = used
	o.root["extensionsRequired"] = slices.DeleteFunc(texts(o.root["extensionsRequired"]), document.OfPhysics)
}

// gravity is an extension whose volumes are not read, so that the file keeps them.
const gravity = "OMI_physics_gravity"

// hasVolumes reports whether a node is a volume of gravity.
func (o *original) hasVolumes() bool {
	return slices.ContainsFunc(array(o.root, "nodes"), func(n any) bool {
		ext, _ := n.(jsonvalue.Object)["extensions"].(jsonvalue.Object)
		return ext[gravity] != nil
	})
}

// encode writes the file.
func (o *original) encode(bin []byte) ([]byte, error) {
	var text bytes.Buffer
	w := json.NewEncoder(&text)
	w.SetEscapeHTML(false)
	if !o.binary {
		w.SetIndent("", " ")
	}
	if err := w.Encode(o.root); err != nil {
		return nil, fmt.Errorf("gltfscene: %w", err)
	}
	if text.Len() > jsonvalue.MaxText {
		return nil, fmt.Errorf("gltfscene: the JSON would have %d bytes: at most %d can be read back", text.Len(),
			jsonvalue.MaxText)
	}
	if !o.binary {
		return text.Bytes(), nil
	}
	for text.Len()%4 != 0 {
		text.WriteByte(' ')
	}
	bin = aligned(bin)
	length := 12 + 8 + text.Len()
	if len(bin) > 0 {
		length += 8 + len(bin)
	}
	if length > document.MaxFile {
		return nil, fmt.Errorf("gltfscene: the file would have %d bytes: at most %d can be read back", length,
			document.MaxFile)
	}
	out := make([]byte, 0, length)
	word := func(list ...int) {
		for _, x := range list {
			out = binary.LittleEndian.AppendUint32(out, uint32(x))
		}
	}
	word(0x46546c67, 2, length, text.Len(), 0x4e4f534a)
	out = append(out, text.Bytes()...)
	if len(bin) > 0 {
		word(len(bin), 0x004e4942)
		out = append(out, bin...)
	}
	return out, nil
}

// generic is a value in the form that JSON is read into.
func generic(x any) (jsonvalue.Object, error) {
	text, err := json.Marshal(x)
	if err != nil {
		return nil, fmt.Errorf("gltfscene: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out any
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("gltfscene: %w", err)
	}
	root, ok := out.(jsonvalue.Object)
	if !ok {
		return nil, errors.New("gltfscene: no object was written")
	}
	return root, nil
}

func dataURI(kind string, data []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}

func aligned(data []byte) []byte {
	for len(data)%4 != 0 {
		data = append(data, 0)
	}
	return data
}
