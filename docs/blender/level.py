# Builds level.blend and exports level.glb into the current folder: blender -b -P level.py
import math
import os

import addon_utils
import bpy
from mathutils import Vector

addon_utils.enable("KHR_physics_rigid_bodies")
for old in list(bpy.data.objects):
    bpy.data.objects.remove(old)
bpy.ops.rigidbody.world_add()


def finish(o, color, kind, shape, mass=1.0):
    """Gives an object a material and a rigid body."""
    m = bpy.data.materials.new(o.name)
    m.use_nodes = True
    m.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*color, 1)
    m.diffuse_color = (*color, 1)
    o.data.materials.append(m)
    bpy.context.view_layer.objects.active = o
    bpy.ops.rigidbody.object_add(type=kind)
    o.rigid_body.collision_shape, o.rigid_body.mass = shape, mass
    o.rigid_body.friction, o.rigid_body.restitution = 0.6, 0
    return o


def box(name, size, at, color, kind, mass=1.0, rotation=(0, 0, 0)):
    bpy.ops.mesh.primitive_cube_add(size=1, location=at, rotation=rotation)
    o = bpy.context.object
    o.name, o.scale = name, size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    return finish(o, color, kind, "BOX", mass)


box("Floor", (14, 8, 0.2), (0, 0, -0.1), (0.35, 0.4, 0.42), "PASSIVE")
box("Ramp", (4, 1.6, 0.2), (-4, 0, 1.3), (0.55, 0.45, 0.3), "PASSIVE", rotation=(0, math.radians(28), 0))
bpy.ops.mesh.primitive_uv_sphere_add(segments=48, ring_count=24, radius=0.5, location=(-5.2, 0, 2.75))
bpy.ops.object.shade_smooth()
bpy.context.object.name = "Ball"
finish(bpy.context.object, (0.75, 0.2, 0.15), "ACTIVE", "SPHERE", 60)
for row in range(5):
    for i in range(5 - row):
        box("Crate", (0.6, 0.6, 0.6), (0.5, (i - (4 - row) / 2) * 0.64, 0.3 + row * 0.6), (0.8, 0.6, 0.3), "ACTIVE", 5)
post = box("Post", (0.2, 0.2, 3), (3.6, -1.6, 1.5), (0.3, 0.32, 0.35), "PASSIVE")
door = box("Door", (0.12, 2.4, 2.2), (3.6, -0.25, 1.3), (0.2, 0.45, 0.6), "ACTIVE", 8)

bpy.ops.object.empty_add(location=(3.6, -1.45, 1.3))
bpy.context.object.name = "Hinge"
bpy.ops.rigidbody.constraint_add(type="HINGE")
hinge = bpy.context.object.rigid_body_constraint
hinge.object1, hinge.object2 = post, door
hinge.use_limit_ang_z, hinge.limit_ang_z_lower, hinge.limit_ang_z_upper = True, -2, 2

bpy.ops.object.camera_add(location=(6.8, -9.6, 4.6))
camera = bpy.context.scene.camera = bpy.context.object
camera.name, camera.data.lens = "Camera", 40
camera.rotation_euler = (Vector((-0.5, 0, 0.8)) - camera.location).to_track_quat("-Z", "Y").to_euler()
bpy.ops.object.light_add(type="SUN", rotation=(0.7, 0.3, 0.2))

bpy.context.scene.khr_physics_exporter_props.enabled = True
bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath("level.blend"))
bpy.ops.export_scene.gltf(filepath=os.path.abspath("level.glb"), export_format="GLB", export_cameras=True, export_lights=True)
