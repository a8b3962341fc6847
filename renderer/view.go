package renderer

import "github.com/go-gl/mathgl/mgl32"

// RGB is a linear colour; 1 is the brightness of white paper in the sun's full light.
type RGB struct{ R, G, B float32 }

// View is the eye of a frame.
type View struct {
	View     mgl32.Mat4 // world to eye
	Proj     mgl32.Mat4 // eye to clip
	ViewProj mgl32.Mat4
	Inverse  mgl32.Mat4 // of ViewProj
	Eye      mgl32.Vec3 // metres, world
	Near     float32    // metres
	Far      float32    // metres
	FovY     float32    // radians; 0 for an orthographic view

	Shadow Shadow
}

// MaxCascades is how many shadow maps a view can have.
const MaxCascades = 4

// Shadow is the fit of the sun's shadow maps to the view.
type Shadow struct {
	Cascades int32 // 0 draws no shadows
	Cascade  [MaxCascades]Cascade
}

// Cascade is one shadow map.
type Cascade struct {
	ViewProj mgl32.Mat4 // world to the clip space of the map
	Far      float32    // eye distance along the view direction up to which it serves, metres
	Texel    float32    // side of a texel, metres
	Depth    float32    // depth range of the map, metres
}

// Environment is light, sky and ground.
type Environment struct {
	SunDirection mgl32.Vec3 // unit, from the scene to the sun
	Sun          RGB
	Zenith       RGB     // sky overhead
	Horizon      RGB     // sky at eye level
	Nadir        RGB     // light from below
	Ambient      float32 // factor on the light of the sky
	Exposure     float32 // factor before tone mapping
	FogDensity   float32 // 1/m; 0 none
	Ground       Ground
	Lamp         Lamp    // lights the scene instead of the sun; zero for the sun
	Outline      Color   // colour of the lines of PassOutline
	OutlineWidth float32 // pixels
}

// Ground is the plane below the scene.
type Ground struct {
	Height float32 // y, metres
	Cell   float32 // distance of the grid's lines, metres; every tenth is stronger
	Fade   float32 // distance from the eye at which the grid has gone, metres
	Color  Color
	Line   Color
	Strong Color // every tenth line and the axes
	// Grid and Axes are the opacity of the lines and of the two axes of the world.
	Grid, Axes float32
	// BlendFrom and BlendTo are the distances from the eye (m) between which the ground fades into the sky at the
	// horizon; 0 leaves the horizon to the fog.
	BlendFrom, BlendTo float32
}

// DefaultEnvironment is a clear afternoon over light ground.
func DefaultEnvironment() Environment {
	return Environment{
		SunDirection: mgl32.Vec3{0.45, 0.80, 0.40}.Normalize(),
		Sun:          RGB{2.45, 2.22, 1.9},
		Zenith:       RGB{0.17, 0.37, 0.78},
		Horizon:      RGB{0.74, 0.86, 0.98},
		Nadir:        RGB{0.36, 0.34, 0.31},
		Ambient:      1,
		Exposure:     0.85,
		FogDensity:   0.0015,
		Ground: Ground{Cell: 1, Fade: 120, Grid: 1, Axes: 1, Color: Hex(0x868b90), Line: Hex(0x6e7379),
			Strong: Hex(0x4e545b)},
		Outline:      Hex(0xffb02e),
		OutlineWidth: 2.5,
	}
}

// QualityFlags switch costly parts of the picture.
type QualityFlags uint32

// The quality flags.
const (
	QualityAmbientOcclusion QualityFlags = 1 << iota
	// QualitySoftShadows lets the edge of a shadow grow with the distance to its caster, as in the light of a sun of
	// SunRadius. Without it all edges are equally soft.
	QualitySoftShadows
)

// SunRadius (rad) is the angle from the middle of the sun to its rim: five times the radius of the real sun, so that
// the eye notices the penumbra.
const SunRadius = 0.025

// Quality is how much work a frame may be. A device rebuilds its targets when it changes.
type Quality struct {
	Samples    int32   // of multisampling; 0 or 1 none
	ShadowSize int32   // side of a shadow map, texels; 0 takes 2048
	Scale      float32 // resolution of the scene over that of the window; 0 takes 1
	Flags      QualityFlags
}

// Lamp is the light that casts the shadows of a frame, where that is not the sun of the environment: one ray of a light
// with an area, or of the sky. The zero value leaves the light to the sun and the sky.
type Lamp struct {
	Direction mgl32.Vec3 // unit, towards the lamp
	Color     RGB        // irradiance over π of a surface that faces it
	// Gloss, Sky, Bounce and Mirror are factors on the highlights of the lamp, on the even light from above and from
	// below, and on the surroundings that surfaces mirror.
	Gloss, Sky, Bounce, Mirror float32
	// Radius (rad) is the radius of the cone of directions that the lamp of one sample stands for. Angle, a share of a
	// circle, rotates the noise of its shadows.
	Radius, Angle float32
}
