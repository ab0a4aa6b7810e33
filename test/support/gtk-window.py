"""Shows a window with an entry and says what becomes of it, one JSON object a line.

Its first argument is a JSON object: the title, and whatever else differs from a plain window.
"""

import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: E402, F401


def report(event, **details):
    print(json.dumps({"event": event, **details}), flush=True)


def show(window, name, options):
    """Shows a window with an entry that reports what is typed into it."""
    entry = Gtk.Entry()
    entry.connect("changed", lambda entry: report("text", window=name, text=entry.get_text()))
    inside = window.get_content_area() if isinstance(window, Gtk.Dialog) else window
    inside.add(entry)
    window.set_title(options["title"])
    window.set_default_size(options.get("width", 300), options.get("height", 200))
    window.set_type_hint(getattr(Gdk.WindowTypeHint, options.get("kind", "normal").upper()))
    window.set_accept_focus(options.get("acceptFocus", True))
    window.set_keep_above(options.get("keepAbove", False))
    window.connect("focus-in-event", lambda *_: report("focus", window=name, focused=True))
    window.connect("focus-out-event", lambda *_: report("focus", window=name, focused=False))
    entry.connect("button-press-event", lambda *_: report("click", window=name))
    window.connect("map-event", lambda *_: report("shown", window=name, id=window.get_window().get_xid()))
    window.connect("destroy", lambda *_: Gtk.main_quit())
    window.move(options.get("x", 40), options.get("y", 40))
    window.show_all()


options = json.loads(sys.argv[1])
for number in range(options.get("more", 0)):
    Gtk.Window(title=f"more {number}").show()
main = Gtk.Window()
show(main, "main", options)
if "dialog" in options:
    dialog = Gtk.Dialog(transient_for=main, modal=options.get("modal", True))
    show(dialog, "dialog", {"title": options["dialog"]})
Gtk.main()
