// Package capture writes to files what a scene shows and does: screenshots, films, the pictures of the gallery,
// profiles of steps, and the causes of long frames, which [Rehit] goes through again.
package capture
