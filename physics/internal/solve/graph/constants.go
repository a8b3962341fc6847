package graph

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// ColorCount (colours): colours of a Graph, with the overflow. Few bodies touch more than twenty others. Without it:
// overflow_pile is solved one contact after the other.
const ColorCount = 24

// Overflow (colour): the colour of constraints that found none. They may share bodies and are solved one by one, before
// all others. Without it: overflow_pile.
const Overflow = ColorCount - 1

// dynamicColors (colours): colours open to constraints between two movable bodies. Those above are kept for constraints
// with immovable bodies, which are solved last and so have the last word. Without it: stacks may sink into the ground;
// no claim of pyramid210 and stack20 fails.
const dynamicColors = 20
