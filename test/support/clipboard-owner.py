"""A GTK 3 program that owns the clipboard with whatever it is told to offer.

It reads commands from its standard input, one JSON object a line, and answers each with its id.
It tells when somebody else takes a selection from it.
"""

import array
import base64
import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: E402


def report(**details):
    print(json.dumps(details), flush=True)


def as_xlib_wants(data, format):
    """Xlib takes 32-bit items as C longs, whatever their size."""
    return array.array("L", array.array("I", data)).tobytes() if format == 32 else data


class Owner:
    def __init__(self):
        self.items = {}
        self.widget = Gtk.Invisible()
        self.widget.realize()
        self.widget.add_events(Gdk.EventMask.PROPERTY_CHANGE_MASK)
        self.widget.connect("selection-get", self.on_request)
        self.widget.connect("selection-clear-event", self.on_lost)
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.on_command)

    def on_request(self, _widget, selection_data, number, _time):
        item = self.items[selection_data.get_selection().name()][number]
        format = item["format"]
        data = as_xlib_wants(base64.b64decode(item["data"]), format)
        selection_data.set(Gdk.Atom.intern(item["type"], False), format, data)

    def on_lost(self, _widget, event):
        report(event="lost", selection=event.selection.name())
        return False

    def own(self, selection, items):
        """Offers items, in their order; none at all leaves the selection without an owner."""
        atom = Gdk.Atom.intern(selection, False)
        time = GdkX11.x11_get_server_time(self.widget.get_window())
        self.items[selection] = items
        Gtk.selection_clear_targets(self.widget, atom)
        for number, item in enumerate(items):
            Gtk.selection_add_target(self.widget, atom, Gdk.Atom.intern(item["target"], False), number)
        if items:
            return Gtk.selection_owner_set(self.widget, atom, time)
        # Taken first, so that it is ours to give up.
        Gtk.selection_owner_set(self.widget, atom, time)
        Gtk.selection_owner_set(None, atom, time)
        return True

    def on_command(self, source, condition):
        line = source.readline()
        if not line:
            Gtk.main_quit()
            return False
        command = json.loads(line)
        success = self.own(command["selection"], command["items"])
        Gdk.Display.get_default().sync()
        report(event="answer", id=command["id"], success=success)
        return True


Owner()
Gtk.main()
