import InboxUI
import Testing

@Suite struct ColorTests {
  @Test(arguments: [
    ("default", Color.default), ("black", .indexed(0)), ("white", .indexed(7)),
    ("brightblack", .indexed(8)), ("brightwhite", .indexed(15)), ("0", .indexed(0)),
    ("208", .indexed(208)), ("255", .indexed(255)), ("#fff", .rgb(255, 255, 255)),
    ("#1a8", .rgb(17, 170, 136)), ("#5856d6", .rgb(0x58, 0x56, 0xd6)),
    ("#5856D6", .rgb(0x58, 0x56, 0xd6)),
  ])
  func `every way to name a colour is read`(text: String, color: Color) {
    #expect(Color(text: text) == color)
  }

  @Test(arguments: [
    "", "256", "-1", "+1", "#", "#12", "#12345", "#1234567", "#ggg", "#+12", "Red", "bright red",
    "grey", "٣",
  ])
  func `anything else is no colour`(text: String) {
    #expect(Color(text: text) == nil)
  }

  @Test func `a colour's text reads back as the same colour`() {
    let indexed = (0...255).map { Color.indexed(UInt8($0)) }
    let rgb = stride(from: 0, through: 255, by: 15).map { Color.rgb(UInt8($0), 7, UInt8(255 - $0)) }
    for color in indexed + rgb + [.default] {
      #expect(Color(text: color.text) == color)
    }
  }

  @Test(arguments: [
    (Color.rgb(0, 0, 0), UInt8(16)), (.rgb(255, 255, 255), 231), (.rgb(255, 0, 0), 196),
    (.rgb(0, 255, 0), 46), (.rgb(0, 0, 255), 21), (.rgb(95, 135, 175), 67),
    (.rgb(8, 8, 8), 232), (.rgb(238, 238, 238), 255), (.rgb(128, 128, 128), 244),
    (.rgb(255, 135, 0), 208), (.rgb(0x58, 0x56, 0xd6), 62),
  ])
  func `real colours become the nearest of 256`(color: Color, index: UInt8) {
    #expect(color.reduced(to: .indexed256) == .indexed(index))
  }

  @Test(arguments: [
    (Color.rgb(0, 0, 0), UInt8(0)), (.rgb(205, 0, 0), 1), (.rgb(255, 255, 255), 15),
    (.rgb(120, 125, 130), 8), (.rgb(92, 92, 255), 12), (.indexed(196), 9), (.indexed(231), 15),
    (.indexed(16), 0), (.indexed(46), 10), (.indexed(244), 8), (.indexed(3), 3),
  ])
  func `colours become the nearest of 16`(color: Color, index: UInt8) {
    #expect(color.reduced(to: .ansi16) == .indexed(index))
  }

  @Test func `no depth changes the terminal's own colour or a colour it has`() {
    for depth in ColorDepth.allCases {
      #expect(Color.default.reduced(to: depth) == .default)
    }
    #expect(Color.indexed(99).reduced(to: .indexed256) == .indexed(99))
    #expect(Color.rgb(1, 2, 3).reduced(to: .direct) == .rgb(1, 2, 3))
  }

  @Test func `without colours the attributes of a style stay`() {
    let style = Style(foreground: .indexed(1), background: .rgb(9, 9, 9), bold: true, dim: false)
    let plain = Style(foreground: .default, background: .default, bold: true, dim: false)
    #expect(style.reduced(to: .none) == plain)
  }

  @Test(arguments: ColorDepth.allCases)
  func `what sets no color keeps its weight`(_ depth: ColorDepth) {
    #expect(Style(bold: true).reduced(to: depth) == Style(bold: true))
  }

  @Test func `every index of the cube and the greys maps to itself`() {
    let steps = [0, 95, 135, 175, 215, 255]
    for index in 16..<232 {
      let place = index - 16
      let channels = [place / 36, place / 6 % 6, place % 6].map { UInt8(steps[$0]) }
      let color = Color.rgb(channels[0], channels[1], channels[2])
      #expect(color.reduced(to: .indexed256) == .indexed(UInt8(index)))
    }
  }

  @Test(arguments: [
    ("gray", 8), ("grey", 8), ("dark-grey", 8), ("lightgray", 7), ("brightgrey", 7),
    ("Bright_Red", 9), ("lightblue", 12), ("light green", 10), ("RED", 1),
  ])
  func `names are read as people write them`(name: String, index: UInt8) {
    #expect(Color(looseName: name) == .indexed(index))
  }

  @Test(arguments: ["greyish", "light", "brightwhitest", "default", "#fff", ""])
  func `other names are none`(name: String) {
    #expect(Color(looseName: name) == nil)
  }
}
