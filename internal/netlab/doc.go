// Package netlab measures strategies of networked time (package nettime) with real worlds, simulated links and
// clocks, in virtual time: two ends play a scene for two players, each over its own frames, and what the second end
// shows is held against the truth.
//
// # The truth
//
// The truth of a tick is the state in which the inputs act in the ticks at which the game made them act: that of the
// authority, or the one that both peers have confirmed. A tick is due when the first end reaches it. The error of a
// picture is the distance of its bodies from the truth of the moment that it claims to show, and its age is how long
// ago that moment was due; a picture that runs ahead has a negative age. An old picture may be free of error, and a
// fresh one wrong.
//
// # The players
//
// A player drives at the ball, or rolls at the tower, as its own end shows it, and changes its input a few times a
// second. The input depends on the picture: an end with old pictures plays worse.
package netlab
