"use strict";
// A file system in memory in place of that of Node, which the program expects. Settings stay in the storage of the
// browser, and files in the folder for output are offered as downloads.

const tumbleFiles = (() => {
	const kept = "/home/.config/", output = "/home/Tumble/";
	const folders = new Set(["/", "/tmp", "/files", "/home"]);
	const files = new Map(); // path: {data, size, time}
	const open = new Map(); // number: {file, path, append, written}
	let next = 3, line = "";

	const error = (code, path) => Object.assign(new Error(code + ": " + path), {code});
	const clean = (path) => {
		const parts = [];
		for (const part of path.split("/")) {
			if (part === "..") parts.pop();
			else if (part !== "" && part !== ".") parts.push(part);
		}
		return "/" + parts.join("/");
	};
	const parent = (path) => path.slice(0, path.lastIndexOf("/")) || "/";
	const stat = (path) => {
		const file = files.get(path);
		if (!file && !folders.has(path)) throw error("ENOENT", path);
		const folder = !file, time = file ? file.time : 0;
		return {
			isDirectory: () => folder, isFile: () => !folder, dev: 1, ino: 1, mode: folder ? 0o40755 : 0o100644,
			nlink: 1, uid: 0, gid: 0,
			rdev: 0, size: file ? file.size : 0, blksize: 4096, blocks: 0, atimeMs: time, mtimeMs: time, ctimeMs: time,
		};
	};
	const resize = (file, size) => {
		if (size > file.data.length) {
			const data = new Uint8Array(Math.max(size, 2 * file.data.length, 256));
			data.set(file.data.subarray(0, file.size));
			file.data = data;
		}
		if (size < file.size) file.data.fill(0, size, file.size);
		file.size = size;
		file.time = Date.now();
	};
	const contents = (file) => file.data.subarray(0, file.size);
	const storage = (change) => {
		try {
			change(localStorage);
		} catch (e) {
			console.warn("tumble: settings are not kept:", e.message);
		}
	};
	// finished looks after a file that has been written or renamed
	const finished = (path) => {
		const file = files.get(path);
		if (!file || /\.(tmp|part)|~$/.test(path)) return;
		if (path.startsWith(kept)) {
			storage((s) => s.setItem("tumble:" + path, String.fromCharCode(...contents(file))));
		} else if (path.startsWith(output)) {
			const link = document.createElement("a");
			link.href = URL.createObjectURL(new Blob([contents(file).slice()]));
			link.download = path.slice(path.lastIndexOf("/") + 1);
			link.click();
			setTimeout(() => URL.revokeObjectURL(link.href), 60000);
		}
	};
	const put = (path, data) => files.set(path, {data, size: data.length, time: Date.now()});
	storage((s) => {
		for (const key of Object.keys(s)) {
			if (!key.startsWith("tumble:" + kept)) continue;
			const path = key.slice(7);
			put(path, Uint8Array.from(s.getItem(key), (c) => c.charCodeAt(0)));
			for (let p = parent(path); p !== "/"; p = parent(p)) folders.add(p);
		}
	});

	const constants = {
		O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536,
	};
	const at = (fd) => {
		const o = open.get(fd);
		if (!o) throw error("EBADF", String(fd));
		return o;
	};
	const calls = {
		open(path, flags) {
			path = clean(path);
			let file = files.get(path);
			if (flags & constants.O_CREAT) {
				if (file && flags & constants.O_EXCL) throw error("EEXIST", path);
				if (!file) {
					if (!folders.has(parent(path))) throw error("ENOENT", path);
					put(path, new Uint8Array(0));
					file = files.get(path);
				}
			}
			if (!file && !folders.has(path)) throw error("ENOENT", path);
			if (file && flags & constants.O_DIRECTORY) throw error("ENOTDIR", path);
			if (file && flags & constants.O_TRUNC) resize(file, 0);
			open.set(next, {file, path, append: (flags & constants.O_APPEND) !== 0, position: 0, written: false});
			return next++;
		},
		close(fd) {
			const o = at(fd);
			open.delete(fd);
			if (o.written && files.get(o.path) === o.file) finished(o.path);
		},
		read(fd, buffer, offset, length, position) {
			const o = at(fd);
			if (!o.file) throw error("EISDIR", o.path);
			const from = position === null || position === undefined ? o.position : Number(position);
			const part = o.file.data.subarray(from, Math.min(from + length, o.file.size));
			buffer.set(part, offset);
			if (position === null || position === undefined) o.position += part.length;
			return part.length;
		},
		write(fd, buffer, offset, length, position) {
			if (fd < 3) return api.writeSync(fd, buffer.subarray(offset, offset + length));
			const o = at(fd), file = o.file;
			const own = position === null || position === undefined;
			const from = o.append ? file.size : own ? o.position : Number(position);
			if (from + length > file.size) resize(file, from + length);
			file.data.set(buffer.subarray(offset, offset + length), from);
			file.time = Date.now();
			if (own) o.position = from + length;
			o.written = true;
			return length;
		},
		fstat: (fd) => stat(at(fd).path),
		stat: (path) => stat(clean(path)),
		lstat: (path) => stat(clean(path)),
		fsync() {},
		ftruncate(fd, length) { resize(at(fd).file, length); },
		truncate(path, length) {
			const file = files.get(clean(path));
			if (!file) throw error("ENOENT", path);
			resize(file, length);
		},
		mkdir(path) {
			path = clean(path);
			if (folders.has(path) || files.has(path)) throw error("EEXIST", path);
			if (!folders.has(parent(path))) throw error("ENOENT", path);
			folders.add(path);
		},
		readdir(path) {
			path = clean(path);
			if (!folders.has(path)) throw error("ENOENT", path);
			const names = [...folders, ...files.keys()].filter((p) => p !== "/" && parent(p) === path);
			return names.map((p) => p.slice(p.lastIndexOf("/") + 1)).sort();
		},
		rename(from, to) {
			from = clean(from);
			to = clean(to);
			const file = files.get(from);
			if (!file) throw error("ENOENT", from);
			files.delete(from);
			files.set(to, file);
			finished(to);
		},
		rmdir(path) {
			path = clean(path);
			if (calls.readdir(path).length) throw error("ENOTEMPTY", path);
			folders.delete(path);
		},
		unlink(path) {
			path = clean(path);
			if (!files.delete(path)) throw error("ENOENT", path);
			if (path.startsWith(kept)) storage((s) => s.removeItem("tumble:" + path));
		},
		link(from, to) {
			const file = files.get(clean(from));
			if (!file) throw error("ENOENT", from);
			if (files.has(clean(to))) throw error("EEXIST", to);
			files.set(clean(to), file);
			finished(clean(to));
		},
		chmod() {}, chown() {}, fchmod() {}, fchown() {}, lchown() {}, utimes() {},
		readlink(path) { throw error("EINVAL", path); },
		symlink(path) { throw error("EPERM", path); },
	};
	const api = {
		constants,
		writeSync(fd, buffer) {
			line += new TextDecoder().decode(buffer);
			const end = line.lastIndexOf("\n");
			if (end >= 0) {
				(fd === 2 ? console.error : console.log)(line.slice(0, end));
				api.said = line.slice(0, end);
				line = line.slice(end + 1);
			}
			return buffer.length;
		},
		said: "",
	};
	for (const [name, call] of Object.entries(calls)) {
		api[name] = (...args) => {
			const callback = args.pop();
			let result;
			try {
				result = call(...args);
			} catch (e) {
				callback(e.code ? e : error("EIO", String(e)));
				return;
			}
			callback(null, result);
		};
	}
	globalThis.fs = api;
	globalThis.process = {
		getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [],
		pid: 1, ppid: 0, umask: () => 0,
		cwd: () => "/", chdir() {},
	};
	globalThis.path = {resolve: (...parts) => clean(parts.reduce((a, b) => b.startsWith("/") ? b : a + "/" + b, "/"))};
	return {put: (name, data) => {
		put("/files/" + name, data);
		return "/files/" + name;
	}};
})();
