"""print.py MODEL OUT: compiles a model with MuJoCo and writes it as text.

With the library of the binary release in MUJOCO_PATH, the module mujoco, or any library.
"""
import glob
import os
import sys

FORMAT = "%.9g"


def library(folders):
    import ctypes
    import ctypes.util

    names = []
    for folder in folders:
        for pattern in ("lib/libmujoco.so*", "lib/libmujoco*.dylib", "bin/mujoco.dll"):
            names += sorted(glob.glob(os.path.join(folder, pattern)))
    if not os.environ.get("MUJOCO_PATH"):
        names.append(ctypes.util.find_library("mujoco"))
    for name in filter(None, names):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


mujoco = loaded = None
if os.environ.get("MUJOCO_PATH"):
    loaded = library([os.environ["MUJOCO_PATH"]])
else:
    try:
        import mujoco
    except ImportError:
        loaded = library(glob.glob(os.path.expanduser("~/.mujoco/*")))
if not (mujoco or loaded):
    sys.exit(3)
if len(sys.argv) < 3:
    sys.exit(0)

model, out = sys.argv[1:3]
if mujoco:
    try:
        compiled = mujoco.MjModel.from_xml_path(model)
    except ValueError as error:
        sys.exit(str(error))
    mujoco.mj_printFormattedModel(compiled, out, FORMAT)
else:
    import ctypes

    said = ctypes.create_string_buffer(1000)
    loaded.mj_loadXML.restype = ctypes.c_void_p
    loaded.mj_loadXML.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    loaded.mj_printFormattedModel.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
    loaded.mj_printFormattedModel.restype = None
    compiled = loaded.mj_loadXML(os.fsencode(model), None, said, 1000)
    if not compiled:
        sys.exit(said.value.decode("utf-8", "replace"))
    loaded.mj_printFormattedModel(compiled, os.fsencode(out), FORMAT.encode())
