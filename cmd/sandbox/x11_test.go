//go:build cgo && linux && !wayland

package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
)

// askToClose asks a window of a display to close, as the button of its frame does: there is no window manager that
// would. It speaks the protocol of X11 itself (Scheifler, X Window System Protocol, version 11).
func askToClose(display string, window uint32) error {
	server, err := net.Dial("unix", "/tmp/.X11-unix/X"+display)
	if err != nil {
		return err
	}
	defer server.Close()
	order := binary.LittleEndian
	if _, err := server.Write([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0}); err != nil {
		return err
	}
	var head [8]byte
	if _, err := io.ReadFull(server, head[:]); err != nil {
		return err
	}
	if _, err := io.CopyN(io.Discard, server, 4*int64(order.Uint16(head[6:]))); err != nil || head[0] != 1 {
		return fmt.Errorf("the X server refuses: %d, %w", head[0], err)
	}
	atom := func(name string) (uint32, error) {
		words := (len(name) + 3) / 4
		request := make([]byte, 8+4*words)
		request[0] = 16 // InternAtom
		order.PutUint16(request[2:], uint16(2+words))
		order.PutUint16(request[4:], uint16(len(name)))
		copy(request[8:], name)
		if _, err := server.Write(request); err != nil {
			return 0, err
		}
		var reply [32]byte
		_, err := io.ReadFull(server, reply[:])
		if err == nil && reply[0] != 1 {
			err = fmt.Errorf("error %d of the X server", reply[1])
		}
		return order.Uint32(reply[8:]), err
	}
	protocols, err := atom("WM_PROTOCOLS")
	if err != nil {
		return err
	}
	closing, err := atom("WM_DELETE_WINDOW")
	if err != nil {
		return err
	}
	send := make([]byte, 44)
	send[0] = 25 // SendEvent
	order.PutUint16(send[2:], 11)
	order.PutUint32(send[4:], window)
	event := send[12:]
	event[0], event[1] = 33, 32 // ClientMessage of 32-bit words
	order.PutUint32(event[4:], window)
	order.PutUint32(event[8:], protocols)
	order.PutUint32(event[12:], closing)
	if _, err := server.Write(send); err != nil {
		return err
	}
	// an answer means that the server has had the request before it
	_, err = atom("WM_PROTOCOLS")
	return err
}
