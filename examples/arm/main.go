// Command arm lets the arm of a URDF file draw a circle under a controller of 1 kHz: inverse kinematics gives the
// angles, servos with gains in N·m/rad follow them, and the torques that the weight takes come on top.
package main

import (
	"embed"
	"flag"
	"fmt"
	"os"
	"time"
)

//go:embed arm.urdf
var files embed.FS

func main() {
	rounds := flag.Float64("rounds", 2, "how often the tool goes round")
	period := flag.Duration("period", 4*time.Second, "time of a turn")
	flag.Parse()
	a, err := open(files, "arm.urdf")
	if err == nil {
		err = a.draw(*rounds, period.Seconds())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "arm:", err)
		os.Exit(1)
	}
	fmt.Printf("%d steps, largest distance from the circle %.2f mm, rms %.2f mm\n", a.steps, 1e3*a.largest, 1e3*a.rms())
}
