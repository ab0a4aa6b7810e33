"""A GTK 3 window with a patch in its middle that changes when it is told to, and that says where it is pressed.

It writes one JSON object a line. Arguments: x y width height of the window, in root pixels. A line on its
standard input, `width height #colour`, is the patch that it shows from then on.
"""

import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def report(event, **details):
    print(json.dumps({"event": event, **details}), flush=True)


class Patch:
    def __init__(self, x, y, width, height):
        self.is_new = False
        self.patch = Gtk.EventBox(halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER)
        self.window = Gtk.Window(title="patch")
        self.window.set_decorated(False)
        self.window.set_default_size(width, height)
        # A window that is pressed beside its parts would be told twice.
        ground = Gtk.EventBox()
        self.color(ground, "#202020")
        ground.connect("button-press-event", self.on_press)
        ground.add(self.patch)
        self.window.add(ground)
        self.window.connect("map-event", lambda *_: self.renew())
        self.window.connect("destroy", lambda _window: Gtk.main_quit())
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.on_line)
        self.window.move(x, y)
        self.window.show_all()
        self.window.move(x, y)
        self.window.get_frame_clock().connect("after-paint", lambda _clock: self.on_painted())

    def color(self, widget, name):
        color = Gdk.RGBA()
        color.parse(name)
        widget.override_background_color(Gtk.StateFlags.NORMAL, color)

    def renew(self):
        self.is_new = True
        self.window.queue_draw()

    def on_painted(self):
        if not self.is_new:
            return
        self.is_new = False
        Gdk.Display.get_default().sync()
        report("shown")

    def on_press(self, _ground, event):
        report("press", x=event.x_root, y=event.y_root)
        return False

    def on_line(self, source, _condition):
        line = source.readline()
        if not line:
            Gtk.main_quit()
            return False
        width, height, name = line.split()
        self.color(self.patch, name)
        self.patch.set_size_request(int(width), int(height))
        self.renew()
        return True


Patch(*(int(argument) for argument in sys.argv[1:5]))
Gtk.main()
