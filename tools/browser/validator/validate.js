"use strict";
// Validates files of glTF with the validator of Khronos beside this file, and prints what is wrong.
const fs = require("fs"), validator = require("./gltf_validator.dart.js");

(async () => {
	let wrong = 0;
	for (const file of process.argv.slice(2)) {
		const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {maxIssues: 20});
		const {numErrors, numWarnings, messages} = report.issues;
		wrong += numErrors + numWarnings;
		for (const m of messages) if (m.severity < 2) console.log(file + ": " + m.code + " " + m.message + " " + m.pointer);
	}
	process.exitCode = wrong ? 1 : 0;
})();
