import InboxCore
import InboxSettings

/// How the screen begins.
struct ScreenChoice {
  var theme: String?
  var color: Settings.ColorChoice?
  var filter = ""
  var sort: MessageOrder?
  /// Where it begins, on top of the list.
  var link: DeepLink?
}
