// Package fit finds values of the parameters of a study with which the simulation follows measured motion.
//
// The residuals are the differences between the columns of the data and the quantities of the world at the same times,
// each divided by the standard deviation of the measurement. Levenberg–Marquardt (Marquardt 1963; Madsen, Nielsen and
// Tingleff 2004) minimises the sum of their squares, on central differences that are simulated in parallel; where
// contacts make the sum rough, CMA-ES looks for the valley first. The Jacobian at the end gives confidence intervals,
// and tells which parameters the data do not determine.
package fit
