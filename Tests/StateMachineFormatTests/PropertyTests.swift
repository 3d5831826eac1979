import CompilerProperties
import Foundation
import TestSupport
import Testing

@testable import StateMachineSyntax

/// The properties of the fuzzer hold for every `.sm` file of the repository, and for damaged ones.
@Suite struct PropertyTests {
  @Test func thereAreFiles() { #expect(Repository.machines.count > 30) }

  @Test(arguments: Repository.machines) func holds(_ file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    #expect(CompilerProperties.violation(of: bytes) == nil)
    // Mutilated: every file cut off, and with one of its lines left out, at some places: the fuzzer takes all.
    let places = TestExtent.pick(short: 1, long: 8)
    for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / places)) {
      #expect(CompilerProperties.violation(of: Array(bytes[..<end])) == nil)
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for skipped in stride(from: 0, to: lines.count, by: max(1, lines.count / (2 * places))) {
      let rest = lines[..<skipped] + lines[(skipped + 1)...]
      #expect(CompilerProperties.violation(of: Array(rest.joined(separator: [UInt8(ascii: "\n")]))) == nil)
    }
  }

  @Test func theDictionaryOfTheFuzzerHasEveryKeyword() throws {
    let dictionary = try String(contentsOf: Repository.root.appending(path: "Tests/Fuzzing/sm.dict"), encoding: .utf8)
    for keyword in Keyword.allCases {
      #expect(dictionary.contains("\"\(keyword.rawValue)\"\n"), "\(keyword)")
      let bytes = Array(keyword.rawValue.utf8)
      #expect(Keyword(bytes, 0, bytes.count) == keyword)
      #expect(Keyword(bytes, 0, bytes.count - 1) != keyword)
    }
  }
}
