"""A GTK 3 program with a field and a button that show by their colours alone what state they are in.

It says what it receives, one JSON object a line. Arguments: x y width height of the window, in root
pixels. A line on its standard input puts everything back as it was.
"""

import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

CSS = """
window { background: #202020; }
entry, button {
  background-image: none; border: none; border-radius: 0; box-shadow: none; outline: none;
  min-height: 0; padding: 0; transition: none; text-shadow: none;
}
entry { background-color: #00c853; color: #ffffff; caret-color: #ffffff; }
entry:focus { background-color: #2962ff; }
entry.filled { background-color: #ff9100; }
button { background-color: #d500f9; }
button.pressed { background-color: #ff1744; }
"""


def report(event, **details):
    print(json.dumps({"event": event, **details}), flush=True)


class Form:
    def __init__(self, x, y, width, height):
        provider = Gtk.CssProvider()
        provider.load_from_data(CSS.encode())
        Gtk.StyleContext.add_provider_for_screen(
            Gdk.Screen.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_USER
        )
        self.window = Gtk.Window(title="form")
        self.window.set_decorated(False)
        self.window.set_default_size(width, height)
        self.entry = Gtk.Entry()
        self.button = Gtk.Button()
        # Something that has the focus at first, and shows nothing.
        self.nothing = Gtk.DrawingArea(can_focus=True)
        place = Gtk.Fixed()
        for widget, top in ((self.entry, 0.15), (self.button, 0.6)):
            widget.set_size_request(int(width * 0.5), int(height * 0.2))
            place.put(widget, int(width * 0.3), int(height * top))
        place.put(self.nothing, 0, 0)
        self.nothing.set_size_request(1, 1)
        self.window.add(place)
        for name, widget in (("entry", self.entry), ("button", self.button)):
            widget.add_events(Gdk.EventMask.BUTTON_PRESS_MASK)
            widget.connect("button-press-event", self.on_press, name)
        self.entry.connect("changed", self.on_changed)
        self.button.connect("clicked", self.on_clicked)
        self.window.connect("key-press-event", self.on_key)
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.on_reset)
        self.window.connect("destroy", lambda _window: Gtk.main_quit())
        self.window.move(x, y)
        self.window.show_all()
        self.window.move(x, y)
        self.nothing.grab_focus()
        self.window.connect("focus-in-event", lambda *_: self.on_ready())

    def on_ready(self):
        report("ready", rectangles={"entry": self.rectangle(self.entry), "button": self.rectangle(self.button)})
        return False

    def rectangle(self, widget):
        origin = self.window.get_window().get_origin()
        x, y = widget.translate_coordinates(self.window, 0, 0)
        size = widget.get_allocation()
        return {"x": origin.x + x, "y": origin.y + y, "width": size.width, "height": size.height}

    def on_press(self, _widget, event, name):
        report("press", widget=name, x=event.x_root, y=event.y_root)
        return False

    def on_key(self, _widget, event):
        report("key", key=Gdk.keyval_name(event.keyval) or "")
        return False

    def on_changed(self, entry):
        text = entry.get_text()
        style = entry.get_style_context()
        style.add_class("filled") if text else style.remove_class("filled")
        report("text", text=text)

    def on_clicked(self, button):
        button.get_style_context().add_class("pressed")
        report("clicked", text=self.entry.get_text())

    def on_reset(self, source, _condition):
        if not source.readline():
            Gtk.main_quit()
            return False
        self.entry.set_text("")
        self.button.get_style_context().remove_class("pressed")
        self.nothing.grab_focus()
        GLib.timeout_add(50, self.on_ready)
        return True


Form(*(int(argument) for argument in sys.argv[1:5]))
Gtk.main()
