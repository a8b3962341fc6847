package keyframe

// longestArc (rad): the longest arc between two keys of a rotation. Half a turn has no short way. Given by: π less
// what rounding and the tolerances of users may add.
const longestArc = 3.0
