import Testing

@testable import StateMachineTesting

/// Findings have links to the page that plays the machine. `Tests/Player` opens some of them.
@Suite struct PlayLinkTests {
  private func link(_ start: String, _ calls: String...) -> String? {
    PlayLink.text(start, calls, file: "Sources/App/My Door.sm")
  }

  @Test(arguments: [
    (".handle(event: .close)", "close"), (".handle(event: .enter(count: 10))", "enter(count:10)"),
    (".handle(event: .say(\"a, b\", -1.5))", "say('a, b',-1.5)"), (".handle(event: .say(\"it's\"))", "say(\"it's\")"),
    (".handle(event: .say(#\"\"\"#))", "say(`#\"\"\"#`)"), (".handle(event: .`default`)", "default"),
    (".handle(event: .elapsed(.`repeat`))", "@fire(repeat)"), (".elapsed(4)", "elapsed(4)"),
    (".handle(event: .work(.done(.success(1), [2, 3])))", "work(.done(.success(1),[2,3]))"),
    (".handle(event: .map([\"a\": nil], [:]))", "map(['a':nil],[:])"),
    (".handle(event: .at(Date(timeIntervalSince1970: 1)))", "at(`Date(timeIntervalSince1970: 1)`)"),
    (".released(1, isReusable: true)", "released(1,isReusable:true)"),
  ])
  func step(_ swift: String, _ word: String) {
    let link = link("var machine = Door()", "machine" + swift, "try machine" + swift)
    #expect(link.map(decoded) == "My Door.html#Door;\(word);\(word)")
  }

  @Test func starts() {
    #expect(link("var machine = Doors.Door<Int>(limit: 2)") == "My%20Door.html#Doors.Door;@with(limit,2)")
    let state = link("var machine = Door(state: .open(persons: 1, .lit(level: 2)))", "machine.close()")
    #expect(state == "My%20Door.html#Door;@with(persons,1);@with(level,2);close")
  }

  /// Models by hand may have Swift of another form.
  @Test func otherSwiftHasNone() {
    #expect(link("Door()") == nil)
    #expect(link("var number = 0", "number += 1") == nil)
    #expect(link("var machine = Door()", "machine.handle(event: next) + 1") == nil)
  }

  private func decoded(_ link: String) -> String {
    var bytes: [UInt8] = []
    var rest = link.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
