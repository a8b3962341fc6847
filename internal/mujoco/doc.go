// Package mujoco compiles models with a MuJoCo that is installed on this machine, and compares what it makes of them
// with a world. MuJoCo runs as a program of its own and answers with the text of mj_printModel, which all of its
// releases since 2.1 write.
package mujoco
