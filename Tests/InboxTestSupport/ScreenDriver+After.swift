import Foundation
package import InboxCore
import InboxText
package import InboxUI

/// The driver itself after a step, so that an expectation names the step that it is about.
///
/// ```swift
/// #expect(inbox.after("j", "d").status == "Deleted “Message 2” · u undo")
/// ```
extension ScreenDriver {
  /// After keys.
  package mutating func after(_ names: String...) -> ScreenDriver {
    press(names)
    return self
  }

  /// After the keys of a list.
  package mutating func after(_ names: [String]) -> ScreenDriver {
    press(names)
    return self
  }

  /// After keys, a text in the line that they have opened, and more keys.
  package mutating func after(
    _ names: String..., typing text: String, then more: String...
  ) -> ScreenDriver {
    press(names)
    type(text)
    press(more)
    return self
  }

  /// After keys, a pasted text in the line that they have opened, and more keys.
  package mutating func after(
    _ names: String..., pasting text: String, then more: String...
  ) -> ScreenDriver {
    press(names)
    send(.pasted(text))
    press(more)
    return self
  }

  /// After a command line, and more keys.
  package mutating func after(running line: String, then more: String...) -> ScreenDriver {
    run(line)
    press(more)
    return self
  }

  /// After an event.
  package mutating func after(_ event: Event) -> ScreenDriver {
    send(event)
    return self
  }

  /// After a click on a text that the screen shows.
  package mutating func after(clicking text: String) -> ScreenDriver {
    click(text)
    return self
  }

  /// After a click on a cell.
  package mutating func after(clicking position: Position) -> ScreenDriver {
    click(position)
    return self
  }

  /// After seconds, some times.
  package mutating func after(waiting seconds: Double, times: Int = 1) -> ScreenDriver {
    wait(seconds, times: times)
    return self
  }

  /// After a message that another process pushes.
  package mutating func after(pushing payload: Payload) -> ScreenDriver {
    push(payload)
    return self
  }
}
