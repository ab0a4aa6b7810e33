// A window of AppKit that says on standard output what reaches it, a line of JSON each, for the tests on a Mac.
// On standard input it takes one command a line: clear, copy, clipboard. It ends with its input.
import AppKit

func say(_ fields: [String: Any]) {
  guard let line = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys]) else { exit(1) }
  FileHandle.standardOutput.write(line + Data("\n".utf8))
}

/// From AppKit's coordinates, which begin at the bottom left of the first screen, to those of the window server.
@MainActor func place(_ rect: NSRect) -> [String: Double] {
  let height = NSScreen.screens[0].frame.height
  return [
    "x": Double(rect.minX), "y": Double(height - rect.maxY),
    "width": Double(rect.width), "height": Double(rect.height),
  ]
}

/// Takes clicks, drags and the wheel, and is of one colour.
final class Pad: NSView {
  override var acceptsFirstResponder: Bool { true }
  override func acceptsFirstMouse(for event: NSEvent?) -> Bool { true }
  override func draw(_ dirty: NSRect) {
    NSColor(srgbRed: 1, green: 0, blue: 1, alpha: 1).setFill()
    bounds.fill()
  }

  func report(_ name: String, _ event: NSEvent, _ more: [String: Any] = [:]) {
    let inWindow = NSRect(origin: event.locationInWindow, size: .zero)
    let at = place(window?.convertToScreen(inWindow) ?? .zero)
    let modifiers = event.modifierFlags.intersection([.shift, .control, .option, .command]).rawValue
    let fields: [String: Any] = [
      "event": name, "x": at["x"] ?? 0, "y": at["y"] ?? 0, "modifiers": modifiers,
    ]
    say(fields.merging(more) { _, new in new })
  }

  func button(_ name: String, _ event: NSEvent) {
    report(name, event, ["button": event.buttonNumber, "clicks": event.clickCount])
  }

  override func mouseDown(with event: NSEvent) { button("down", event) }
  override func mouseUp(with event: NSEvent) { button("up", event) }
  override func mouseDragged(with event: NSEvent) { button("dragged", event) }
  override func rightMouseDown(with event: NSEvent) { button("down", event) }
  override func rightMouseUp(with event: NSEvent) { button("up", event) }
  override func rightMouseDragged(with event: NSEvent) { button("dragged", event) }
  override func otherMouseDown(with event: NSEvent) { button("down", event) }
  override func otherMouseUp(with event: NSEvent) { button("up", event) }
  override func otherMouseDragged(with event: NSEvent) { button("dragged", event) }
  override func scrollWheel(with event: NSEvent) {
    report("scroll", event, ["deltaX": Double(event.deltaX), "deltaY": Double(event.deltaY)])
  }
}

@MainActor final class Delegate: NSObject, NSApplicationDelegate, NSTextViewDelegate {
  let window = NSWindow(
    contentRect: NSRect(x: 120, y: 200, width: 600, height: 300),
    styleMask: [.titled, .closable, .miniaturizable], backing: .buffered, defer: false)
  let text = NSTextView(frame: NSRect(x: 0, y: 0, width: 300, height: 300))
  let pad = Pad(frame: NSRect(x: 300, y: 0, width: 300, height: 300))

  func applicationDidFinishLaunching(_ notification: Notification) {
    makeMenu()
    window.title = "gui-agent test window"
    text.delegate = self
    text.isRichText = false
    text.isVerticallyResizable = false
    text.isAutomaticQuoteSubstitutionEnabled = false
    text.isAutomaticDashSubstitutionEnabled = false
    text.isAutomaticTextReplacementEnabled = false
    text.isAutomaticSpellingCorrectionEnabled = false
    text.isContinuousSpellCheckingEnabled = false
    window.contentView?.addSubview(text)
    window.contentView?.addSubview(pad)
    // Every step of a drag is told, however busy the Mac is.
    NSEvent.isMouseCoalescingEnabled = false
    window.makeKeyAndOrderFront(nil)
    window.makeFirstResponder(text)
    NSApp.activate(ignoringOtherApps: true)
    Thread.detachNewThreadSelector(#selector(readCommands), toTarget: self, with: nil)
    // Once it is drawn and in front.
    perform(#selector(sayReady), with: nil, afterDelay: 1)
  }

  func textDidChange(_ notification: Notification) { say(["text": text.string]) }

  private func frame(of view: NSView) -> [String: Double] {
    place(window.convertToScreen(view.convert(view.bounds, to: nil)))
  }

  @objc private func sayReady() {
    say(["ready": ["window": place(window.frame), "text": frame(of: text), "pad": frame(of: pad)]])
  }

  /// Without a menu no program knows Command+V.
  private func makeMenu() {
    let main = NSMenu()
    let edit = NSMenuItem()
    edit.submenu = NSMenu(title: "Edit")
    for (title, action, key) in [
      ("Copy", #selector(NSText.copy(_:)), "c"),
      ("Paste", #selector(NSText.paste(_:)), "v"),
      ("Select All", #selector(NSText.selectAll(_:)), "a"),
    ] {
      edit.submenu?.addItem(NSMenuItem(title: title, action: action, keyEquivalent: key))
    }
    // The first item of a main menu is the program's own.
    let program = NSMenuItem()
    program.submenu = NSMenu()
    main.addItem(program)
    main.addItem(edit)
    NSApp.mainMenu = main
  }

  @objc nonisolated private func readCommands() {
    while let line = readLine() {
      performSelector(onMainThread: #selector(obey(_:)), with: line, waitUntilDone: true)
    }
    exit(0)
  }

  @objc private func obey(_ command: String) {
    switch command {
    case "clear":
      text.string = ""
      say(["text": ""])
    case "copy":
      copySeveral()
      sayClipboard()
    case "clipboard": sayClipboard()
    default: exit(2)
    }
  }

  private func copySeveral() {
    let first = NSPasteboardItem()
    first.setString("kept 漢字 👍", forType: .string)
    first.setString("<b>kept</b>", forType: .html)
    first.setData(Data([0, 1, 2, 255]), forType: NSPasteboard.PasteboardType("com.example.gui-agent-test"))
    let second = NSPasteboardItem()
    second.setString("file:///tmp/second", forType: .fileURL)
    NSPasteboard.general.clearContents()
    NSPasteboard.general.writeObjects([first, second])
  }

  private func sayClipboard() {
    let items = NSPasteboard.general.pasteboardItems ?? []
    let contents = items.map { item in
      item.types.map { type in [type.rawValue, item.data(forType: type)?.base64EncodedString() ?? ""] }
    }
    say(["clipboard": contents])
  }
}

@main struct Main {
  @MainActor static func main() {
    let app = NSApplication.shared
    let delegate = Delegate()
    app.setActivationPolicy(.regular)
    app.delegate = delegate
    // The application does not keep it.
    withExtendedLifetime(delegate) { app.run() }
  }
}
