package flat

// This file is the ledger of the sizes and limits of the coder: each with its unit and its reason.

const (
	// maxList (elements): largest length of a list. It keeps sizes in bytes below 2⁴⁰. Without it: a corrupt length
	// overflows. Exercised by FuzzSnapshot of package physics.
	maxList = 1 << 26
	// blockSize (bytes): bytes that are summed and checked before they are copied. They are in the first-level cache
	// then. Tried: at 1,024 and at 81,920 none fails.
	blockSize = 8 << 10
	// smallItem (bytes): size below which items are checked with zeros behind them. Masks of eight bytes would
	// reach beyond. Tried: at 2 and at 160 TestDecodeRefusesWhatNoFieldCanBe.
	smallItem = 16
	// longRun (bytes): size from which floats in a row are checked as a run. Below, a run costs more than its items one
	// by one. Tried: at 2 TestDecodeRefusesWhatNoFieldCanBe, TestOffsets; at 160 none fails.
	longRun = 16
	// chunkSize (bytes): bytes that are checked at once. Given by: the width of an SSE2 register.
	chunkSize = 16
	// shortItem (bytes): size below which a period holds several items. The loop is worth its start then. Tried: at 6
	// TestDecodeRefusesWhatNoFieldCanBe; at 640 none fails.
	shortItem = 64
)
