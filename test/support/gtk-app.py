"""A GTK 3 program that says what it receives, one JSON object a line.

It reads commands from its standard input, one JSON object a line, and answers each with an event
"answer" that carries the command's id and the state of every widget.
"""

import json
import sys
import time

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

PHASES = {
    Gdk.EventType.BUTTON_PRESS: "press",
    Gdk.EventType._2BUTTON_PRESS: "double",
    Gdk.EventType._3BUTTON_PRESS: "triple",
    Gdk.EventType.BUTTON_RELEASE: "release",
    Gdk.EventType.KEY_PRESS: "press",
    Gdk.EventType.KEY_RELEASE: "release",
}
DIRECTIONS = {
    Gdk.ScrollDirection.UP: (0, -1),
    Gdk.ScrollDirection.DOWN: (0, 1),
    Gdk.ScrollDirection.LEFT: (-1, 0),
    Gdk.ScrollDirection.RIGHT: (1, 0),
}
MODIFIERS = {
    "shift": Gdk.ModifierType.SHIFT_MASK,
    "ctrl": Gdk.ModifierType.CONTROL_MASK,
    "alt": Gdk.ModifierType.MOD1_MASK,
    "meta": Gdk.ModifierType.MOD4_MASK,
}


def report(event, **details):
    print(json.dumps({"event": event, **details}), flush=True)


def modifiers(state):
    return [name for name, mask in MODIFIERS.items() if state & mask]


class App:
    def __init__(self):
        self.window = Gtk.Window(title="gtk app")
        self.window.set_default_size(640, 480)
        self.button = Gtk.Button(label="Button")
        self.entry = Gtk.Entry()
        self.text = Gtk.TextView()
        self.area = Gtk.ScrolledWindow()
        self.content = Gtk.Label(label="\n".join("line %d %s" % (n, "wide " * 60) for n in range(200)))
        self.area.add(self.content)
        self.widgets = {
            "button": self.button,
            "entry": self.entry,
            "text": self.text,
            "area": self.area,
        }
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=8)
        for name, widget in self.widgets.items():
            widget.set_size_request(-1, 40 if widget in (self.button, self.entry) else 120)
            box.pack_start(widget, widget is self.area, True, 0)
            widget.add_events(Gdk.EventMask.SCROLL_MASK | Gdk.EventMask.BUTTON_PRESS_MASK)
            widget.connect("button-press-event", self.on_button, name)
            widget.connect("button-release-event", self.on_button, name)
            widget.connect("scroll-event", self.on_scroll, name)
        self.paste_delay = 0
        for field in (self.entry, self.text):
            field.connect("paste-clipboard", lambda _field: time.sleep(self.paste_delay))
        self.window.add(box)
        self.window.connect("key-press-event", self.on_key)
        self.window.connect("key-release-event", self.on_key)
        self.window.connect("destroy", lambda _window: Gtk.main_quit())
        self.button.connect("clicked", lambda _button: report("clicked", widget="button"))
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.on_command)
        self.window.show_all()
        self.window.move(40, 40)
        self.entry.grab_focus()

    def on_button(self, _widget, event, name):
        report(
            "button",
            widget=name,
            phase=PHASES[event.type],
            button=event.button,
            x=event.x_root,
            y=event.y_root,
            modifiers=modifiers(event.state),
        )
        return False

    def on_scroll(self, _widget, event, name):
        smooth, delta_x, delta_y = event.get_scroll_deltas()
        if not smooth:
            delta_x, delta_y = DIRECTIONS[event.direction]
        report("scroll", widget=name, deltaX=delta_x, deltaY=delta_y, x=event.x_root, y=event.y_root)
        return False

    def on_key(self, _widget, event):
        character = Gdk.keyval_to_unicode(event.keyval)
        report(
            "key",
            phase=PHASES[event.type],
            key=Gdk.keyval_name(event.keyval) or "",
            text=chr(character) if character else "",
            modifiers=modifiers(event.state),
        )
        return False

    def rectangle(self, widget):
        """Where a widget is on the screen, in root pixels."""
        origin = self.window.get_window().get_origin()
        x, y = widget.translate_coordinates(self.window, 0, 0)
        size = widget.get_allocation()
        return {"x": origin.x + x, "y": origin.y + y, "width": size.width, "height": size.height}

    def selection(self):
        """The selected part of whichever text widget has the focus."""
        if self.entry.has_focus():
            bounds = self.entry.get_selection_bounds()
            return self.entry.get_text()[bounds[0] : bounds[1]] if bounds else ""
        buffer = self.text.get_buffer()
        bounds = buffer.get_selection_bounds()
        return buffer.get_text(*bounds, True) if bounds else ""

    def state(self, reads_clipboard):
        buffer = self.text.get_buffer()
        clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
        focus = [name for name, widget in self.widgets.items() if widget.has_focus()]
        return {
            "active": self.window.is_active(),
            "focus": focus[0] if focus else None,
            "entry": self.entry.get_text(),
            "text": buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), True),
            "selection": self.selection(),
            "clipboard": clipboard.wait_for_text() if reads_clipboard else None,
            "scrollX": self.area.get_hadjustment().get_value(),
            "scrollY": self.area.get_vadjustment().get_value(),
            "rectangles": {name: self.rectangle(widget) for name, widget in self.widgets.items()},
        }

    def on_command(self, source, condition):
        line = source.readline()
        if not line:
            Gtk.main_quit()
            return False
        command = json.loads(line)
        if "focus" in command:
            self.widgets[command["focus"]].grab_focus()
        if "entry" in command:
            self.entry.set_text(command["entry"])
        if "text" in command:
            self.text.get_buffer().set_text(command["text"])
        if "sensitive" in command:
            self.widgets["button"].set_sensitive(command["sensitive"])
        if "pointer" in command:
            shape = getattr(Gdk.CursorType, command["pointer"])
            self.window.get_window().set_cursor(Gdk.Cursor.new_for_display(Gdk.Display.get_default(), shape))
            Gdk.Display.get_default().sync()
        if "move" in command:
            self.window.move(*command["move"])
        self.paste_delay = command.get("pasteDelayMs", self.paste_delay * 1000) / 1000
        report("answer", id=command["id"], state=self.state(command.get("readClipboard", False)))
        return True


App()
Gtk.main()
