export { AnimationMixer, Box3, Color, DirectionalLight, Fog, HemisphereLight, PerspectiveCamera, PMREMGenerator, Raycaster,
  Scene, SRGBColorSpace, ACESFilmicToneMapping, PCFShadowMap, Vector2, Vector3, Plane, WebGLRenderer } from 'three';
export { OrbitControls } from 'three/addons/controls/OrbitControls.js';
export { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
export { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
