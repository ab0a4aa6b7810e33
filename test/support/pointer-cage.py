"""Keeps the pointer in a window of its own, as games and remote desktops do, until its input ends.

It says "ready" when the pointer is caught, and answers each line of its input with the button events
that it has received since the line before, as JSON.
"""

import json
import sys
import warnings

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

# Only the old call can confine the pointer, and only with core events, which GDK_CORE_DEVICE_EVENTS sets.
warnings.simplefilter("ignore", DeprecationWarning)

BUTTONS = Gdk.EventMask.BUTTON_PRESS_MASK | Gdk.EventMask.BUTTON_RELEASE_MASK | Gdk.EventMask.SCROLL_MASK
PHASES = {
    Gdk.EventType.BUTTON_PRESS: "press",
    Gdk.EventType.BUTTON_RELEASE: "release",
    Gdk.EventType.SCROLL: "scroll",
}

x, y, width, height = map(int, sys.argv[1:])
received = []


def on_map(window, _event):
    own = window.get_window()
    if Gdk.pointer_grab(own, False, BUTTONS, own, None, Gdk.CURRENT_TIME) != Gdk.GrabStatus.SUCCESS:
        sys.exit("The pointer could not be caught.")
    Gdk.Display.get_default().sync()
    print("ready", flush=True)


def on_button(_window, event):
    received.append({"phase": PHASES[event.type], "x": event.x_root, "y": event.y_root})


def on_line(source, _condition):
    if not source.readline():
        Gtk.main_quit()
        return False
    # The answer of the X server comes after every event that it has sent before.
    Gdk.Display.get_default().sync()
    while Gtk.events_pending():
        Gtk.main_iteration()
    print(json.dumps(received), flush=True)
    received.clear()
    return True


window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_default_size(width, height)
window.move(x, y)
window.connect("map-event", on_map)
window.connect("button-press-event", on_button)
window.connect("button-release-event", on_button)
window.connect("scroll-event", on_button)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_LOW, GLib.IOCondition.IN | GLib.IOCondition.HUP, on_line)
window.show_all()
Gtk.main()
