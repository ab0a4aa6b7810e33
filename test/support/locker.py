"""Covers the screen as a screen locker does: a window over everything that no window manager frames.

Its first argument is the name (WM_CLASS) that the window goes by.
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_wmclass(sys.argv[1], sys.argv[1])
monitor = Gdk.Display.get_default().get_monitor(0).get_geometry()
window.set_default_size(monitor.width, monitor.height)
window.move(monitor.x, monitor.y)
window.connect("map-event", lambda *_: print("shown", flush=True))
window.show()
Gtk.main()
