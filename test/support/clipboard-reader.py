"""A GTK 3 program that says what is on the clipboard, in every format, as hashes.

It reads commands from its standard input, one JSON object a line, and answers each with its id.
"""

import array
import ctypes
import hashlib
import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

# What every owner has to answer about the selection itself.
SIDE_TARGETS = {"TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_PROPERTY", "INSERT_SELECTION"}

xlib = ctypes.CDLL("libX11.so.6")
xlib.XOpenDisplay.restype = ctypes.c_void_p
xlib.XOpenDisplay.argtypes = [ctypes.c_char_p]
xlib.XInternAtom.restype = ctypes.c_ulong
xlib.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
xlib.XGetSelectionOwner.restype = ctypes.c_ulong
xlib.XGetSelectionOwner.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
display = xlib.XOpenDisplay(None)


def is_owned(selection):
    """Asks the server: to GTK, no owner and an owner that refuses look alike."""
    return xlib.XGetSelectionOwner(display, xlib.XInternAtom(display, selection.encode(), 0)) != 0


def as_the_wire_has_it(data, format):
    """Xlib gives 32-bit items as C longs, whatever their size."""
    return array.array("I", array.array("L", data)).tobytes() if format == 32 else data


def describe(clipboard, target):
    contents = clipboard.wait_for_contents(target)
    if contents is None or contents.get_length() < 0:
        return None
    format = contents.get_format()
    data = as_the_wire_has_it(contents.get_data(), format)
    return {
        "type": contents.get_data_type().name(),
        "format": format,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def read(selection):
    clipboard = Gtk.Clipboard.get(Gdk.Atom.intern(selection, False))
    _answered, atoms = clipboard.wait_for_targets()
    targets = {atom.name(): atom for atom in atoms or []}
    return {
        "isOwned": is_owned(selection),
        "targets": {
            name: describe(clipboard, atom) for name, atom in sorted(targets.items()) if name not in SIDE_TARGETS
        },
    }


def on_command(source, condition):
    line = source.readline()
    if not line:
        Gtk.main_quit()
        return False
    command = json.loads(line)
    print(json.dumps({"id": command["id"], **read(command["selection"])}), flush=True)
    return True


GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, on_command)
Gtk.main()
