"""A Qt 5 program with one text field, which says what it receives, one JSON object a line.

It reads commands from its standard input, one JSON object a line, and answers each with its id and
its state.
"""

import json
import sys

from PyQt5.QtCore import QEvent, QObject, QSocketNotifier, Qt
from PyQt5.QtWidgets import QApplication, QTextEdit


def report(event, **details):
    print(json.dumps({"event": event, **details}), flush=True)


class App(QObject):
    def __init__(self):
        super().__init__()
        self.field = QTextEdit()
        self.field.setWindowTitle("qt app")
        self.field.setTabChangesFocus(False)
        self.field.installEventFilter(self)
        self.field.resize(640, 480)
        self.field.move(40, 40)
        self.field.show()
        self.commands = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Read)
        self.commands.activated.connect(self.on_command)

    def eventFilter(self, _object, event):
        if event.type() == QEvent.KeyRelease and event.key() == Qt.Key_F8:
            report("F8")
        return False

    def on_command(self, _source):
        line = sys.stdin.readline()
        if not line:
            QApplication.quit()
            return
        command = json.loads(line)
        if command["clear"]:
            self.field.clear()
        focused = self.field.isActiveWindow() and self.field.hasFocus()
        report("answer", id=command["id"], focused=focused, text=self.field.toPlainText())


qt = QApplication(sys.argv)
app = App()
qt.exec_()
