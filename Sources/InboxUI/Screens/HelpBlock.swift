/// A heading of help and the rows below it.
struct HelpBlock {
  var heading: String
  var rows: [HelpRow]
}
