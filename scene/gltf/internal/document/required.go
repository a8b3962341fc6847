package document

import (
	"slices"
	"strings"

	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// handled are the extensions that a file may require. Those with false change only the picture
// and are left out.
var handled = map[string]bool{
	extension.Shapes: true, extension.Bodies: true, extension.Own: true,
	"MSFT_collision_primitives": true, "MSFT_rigid_bodies": true,
	"OMI_physics_shape": true, "OMI_physics_body": true, "OMI_physics_joint": true, "OMI_physics_gravity": true,
	"OMI_collider":          true,
	"KHR_mesh_quantization": true,
	"KHR_lights_punctual":   false, "KHR_texture_transform": false, "KHR_materials_unlit": false,
	"KHR_materials_clearcoat":         false,
	"KHR_materials_emissive_strength": false, "KHR_materials_ior": false, "KHR_materials_sheen": false,
	"KHR_materials_specular":     false,
	"KHR_materials_transmission": false, "KHR_materials_volume": false, "KHR_materials_iridescence": false,
	"KHR_materials_anisotropy": false,
	"KHR_materials_dispersion": false, "KHR_materials_variants": false, "KHR_texture_basisu": false,
	"EXT_texture_webp":        false,
	"EXT_mesh_gpu_instancing": false, "KHR_node_visibility": false, "KHR_animation_pointer": false,
	"KHR_interactivity": false, "KHR_xmp_json_ld": false,
}

// ofPictures begin the names of extensions of materials and textures, which the simulation does without.
var ofPictures = []string{"KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "EXT_materials_"}

// compressed are the extensions whose meshes are not there for those that cannot unpack them.
var compressed = []string{"KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"}

// checkExtensions reports the required extensions that nothing here reads, and names the others that are not known.
func checkExtensions(root jsonvalue.Value) {
	required := map[string]bool{}
	for _, e := range root.At("extensionsRequired").List() {
		name := e.Text("")
		required[name] = true
		known, ok := handled[name]
		ok = ok || slices.ContainsFunc(ofPictures, func(start string) bool { return strings.HasPrefix(name, start) })
		switch {
		case slices.Contains(compressed, name):
			e.Errorf("the meshes are compressed with %s, which is not read here: export the file without compression",
				name)
		case !ok:
			e.Errorf("the file requires the extension %s, which is not known here", name)
		case !known:
			e.Warnf("%s is left out", name)
		}
	}
	for _, e := range root.At("extensionsUsed").List() {
		name := e.Text("")
		if _, ok := handled[name]; !ok && !required[name] {
			e.Ignoref("%s is not known here; a saved file keeps it", name)
		}
	}
}
