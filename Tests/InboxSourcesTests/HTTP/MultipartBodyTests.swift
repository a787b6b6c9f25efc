import Testing

@testable import InboxSources

@Suite struct MultipartBodyTests {
  private func form(_ text: String, boundary: String = "b") throws -> [MultipartBody.Part] {
    try MultipartBody(Array(text.replacing("\n", with: "\r\n").utf8), boundary: boundary).parts
  }

  @Test func `fields and files are told apart, and bytes stay as they are`() throws {
    let parts = try form(
      """
      ignored
      --b
      Content-Disposition: form-data; name="title"

      a

      --b\("  ")
      content-disposition: form-data; filename="x \\"y\\".png"; name=image
      Content-Type: image/png

      PNG
      --b
      Content-Disposition: form-data; name="n"; filename*=UTF-8''na%C3%AFve.txt; filename="n.txt"


      --b--
      after
      """)
    #expect(parts.map(\.name) == ["title", "image", "n"])
    #expect(parts.map(\.fileName) == [nil, "x \"y\".png", "naïve.txt"])
    #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a\r\n", "PNG", ""])
  }

  @Test(arguments: [
    "", "nothing", "--b\nContent-Disposition: form-data; name=\"a\"\n\nx",
    "--b\nContent-Disposition: form-data\n\nx\n--b--", "--b\nno header\n\nx\n--b--",
    "--b\nContent-Disposition: form-data; name=\"a\"\n--b--", "--bx\n\n--b--",
    "--b\nContent-Disposition: form-data; name=\"a\"\nContent-Transfer-Encoding: base64\n\neA==\n--b--",
  ])
  func `what ends early or has no names is refused`(_ text: String) {
    let problem = #expect(throws: HTTPProblem.self) { try form(text) }
    #expect(problem?.message.contains("multipart form") == true, "\(problem as Any)")
  }

  @Test func `a form has a limited number of parts`() {
    let part = "--b\nContent-Disposition: form-data; name=\"a\"\n\nx\n"
    let most = HTTPCall.mostFields
    #expect(throws: Never.self) { try form(String(repeating: part, count: most) + "--b--") }
    #expect(throws: HTTPProblem.tooManyFields) {
      try form(String(repeating: part, count: most + 1) + "--b--")
    }
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=abc", "abc"),
    ("Multipart/Form-Data; charset=utf-8; boundary=\"a b\"", "a b"),
    ("multipart/form-data", nil), ("multipart/mixed; boundary=a", nil),
    ("multipart/form-data; boundary=\(String(repeating: "x", count: 71))", nil),
  ])
  func `the boundary is that of the type`(_ type: String, _ boundary: String?) {
    #expect(MultipartBody.boundary(in: type) == boundary)
  }
}
