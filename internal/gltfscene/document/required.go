package document

import (
	"tumble/internal/gltfscene/extension"
	"tumble/internal/gltfscene/jsonvalue"
)

// handled are the extensions that a file may require. Those with false change only the picture
// and are left out.
var handled = map[string]bool{
	extension.Shapes: true, extension.Bodies: true, extension.Own: true,
	"MSFT_collision_primitives": true, "MSFT_rigid_bodies": true,
	"OMI_physics_shape": true, "OMI_physics_body": true, "OMI_physics_joint": true, "OMI_physics_gravity": true,
	"OMI_collider":          true,
	"KHR_mesh_quantization": true,
	"KHR_lights_punctual":   false, "KHR_texture_transform": false, "KHR_materials_unlit": false, "KHR_materials_clearcoat": false,
	"KHR_materials_emissive_strength": false, "KHR_materials_ior": false, "KHR_materials_sheen": false, "KHR_materials_specular": false,
	"KHR_materials_transmission": false, "KHR_materials_volume": false, "KHR_materials_iridescence": false, "KHR_materials_anisotropy": false,
	"KHR_materials_dispersion": false, "KHR_materials_variants": false, "KHR_texture_basisu": false, "EXT_texture_webp": false,
	"EXT_mesh_gpu_instancing": false, "KHR_node_visibility": false, "KHR_animation_pointer": false, "KHR_interactivity": false, "KHR_xmp_json_ld": false,
}

// checkExtensions reports the required extensions that nothing here reads.

func checkExtensions(root jsonvalue.Value) {
	for _, e := range root.At("extensionsRequired").List() {
		name := e.Text("")
		known, ok := handled[name]
		if !ok {
			e.Errorf("the file requires the extension %s, which is not known here", name)
		} else if !known {
			e.Warnf("%s is left out", name)
		}
	}
}
