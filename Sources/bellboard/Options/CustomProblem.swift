import ArgumentParser

/// What `--custom` was given is no JSON.
struct CustomProblem: Reportable {
  var report: String { "--custom takes a JSON value, such as {\"job\": 7}; a text needs quotes" }
  var exitCode: ExitCode { .wrongUsage }
}
