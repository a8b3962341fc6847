// Package sdf reads worlds and models in the Simulation Description Format (sdformat.org) of versions 1.2 to 1.12:
// nested and included models, frames, links with their mass, collisions, surfaces and visuals, and joints with limits,
// dampers and springs. The z axis of the file is upwards. Everything else in a file is listed with its effect.
package sdf
