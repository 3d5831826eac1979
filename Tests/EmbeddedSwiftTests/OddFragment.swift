@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// A broken or odd piece of Swift in the place of a piece of a small machine, or after one.
struct OddFragment: CustomStringConvertible {
  enum Place: CaseIterable { case instead, after }

  var kind: EmbeddedSwift.Kind
  var fragment: String
  var place: Place
  /// The name of the machine, which is that of its file.
  var name: String
  var source: SourceFile
  /// The lines that the fragment stands in.
  var lines: ClosedRange<Int>

  var description: String { "\(name): \(kind), \(place): \(fragment)" }

  /// Unfinished Swift, pasted Swift, and texts that people mistake for Swift.
  static let fragments = [
    "(", ")", "[", "]", "{", "}", "(]", "<", ">", "x ??", "1 +", "* 2", "count -", "==", "= 3", "!", "?", "&count",
    "...",
    "..<", "->", "=>", ":", ";", ",", "1,", ",1", ".", ".x", "..", "\\", "\\.count", "@", "@x", "$", "$0", "#", "#x",
    "#x(1)", "#if", "#endif", "#else", "#sourceLocation()", "#error(\"x\")", "#warning(\"x\")", "#line", "#file",
    "#available(macOS 99, *)", "0x", "0b2", "0o9", "1e", "1_", "1.2.3", "08", "0x1p", "\"\\q\"", "\"\\u{}\"",
    "\"\\u{FFFFFFFFF}\"", "\"\\(\"", "\"\\()\"", "\"a", "\"a\" \"b\"", "\"\"\"", "\"\"\"a\"\"\"", "'a'",
    "\u{201C}a\u{201D}", "\u{2018}a\u{2019}", "`", "`a", "``", "try", "await", "return", "return 1", "case", "case 1",
    "let", "let x", "let x = 1", "var", "in", "where", "where x", "is", "as", "is Int", "as Int", "as! Int", "try? x",
    "if x {}", "else", "switch", "throw", "throws", "inout", "func f() {}", "import X", "init", "self", "Self", "super",
    "Any", "nil", "_", "self.x", "// a", "/* a", "/* a */", "*/", "/// a", "/a/", "/a", "#/a/#", "/(/", "🙂", "1 🙂",
    "a\u{A0}b", "1\u{A0}", "\u{FEFF}1", "\u{200B}1", "\u{2028}", "a b", "1 2", "x: 1", "[1", "(1", "[1:", "[:]", "()",
    "{ $0 }", "{ x in }", "{ (x) -> in }", "{ return }", "x!.y?", "x?.", "a.b.", "a..b", "1 ? 2", "1 ? 2 :", "1 : 2",
    "unknown", "unknown()", "Unknown", "Unknown.x", "Unknown<", "Int<", "Array<", "-", "- 1", "--1", "1++", "!1", "~",
    "\u{2212}1", "１", "é", "e\u{301}", "\n1", "1\n", "1\n2", "(\n1\n)", "[\nunknown\n]", "\t",
  ]

  private static let machine = """
    machine Odd: Sendable {
      wrapper actor
      typealias Items = [Int]
      var count: Int =
        1
      guard isBig = count > 2
      initial state a
      state b(n: Int
        = 3, m: Items) {
        entry [
          count > 12]
          / often
      }
      effect often = {
        count += 14
      }, o(15)
      event e(k: Int?), f, g(Int)
      event h unhandled throw Oddity(
        12)
      output o(Int)
      a -> b(n: 4,
        m: []) :
        e(
          k: 5)
        [count > 6]
        / o(
          7)
      b -> a : after(
        .seconds(8))
        / raise g(
          9),
        count = 10
      b : f [isBig]
        / {
          count += 11
        }
      a : f / trap(
        "why")
      a, b : g
      a : h / throw Oddity(
        13)
    }

    machine OddAnswer: Sendable {
      interface methods
      initial state a(n: Int = 3)
      state b
      event e -> Int? =
        16
      event f throws -> Int
      a : e
      b : e / return nil
      a -> b : f / return 17
      b : f / throw Oddity(18)
    }

    """

  /// Every fragment in the place of the first piece of every kind, and after it.
  static let all: [OddFragment] = {
    let source = SourceFile(path: "odd.sm", text: machine)
    let pieces = EmbeddedSwift.pieces(of: Parser.parse(source).0)
    var all: [OddFragment] = []
    for fragment in fragments {
      for kind in EmbeddedSwift.Kind.allCases {
        guard let piece = pieces.first(where: { $0.kind == kind }) else { continue }
        for place in Place.allCases {
          all.append(OddFragment(kind, fragment, place, source, piece.range, number: all.count))
        }
      }
    }
    return all
  }()

  private init(
    _ kind: EmbeddedSwift.Kind, _ fragment: String, _ place: Place, _ machine: SourceFile, _ range: SourceRange,
    number: Int
  ) {
    self.kind = kind
    self.fragment = fragment
    self.place = place
    name = "Odd\(number)"
    var bytes = Array(machine.bytes[..<range.lowerBound])
    let first = LineTable(bytes).position(of: bytes.count).line
    if place == .after { bytes += Array(machine.text(range).utf8) + [Ascii.space] }
    bytes += Array(fragment.utf8)
    let last = LineTable(bytes).position(of: bytes.count).line
    bytes += machine.bytes[range.upperBound...]
    let text = String(decoding: bytes, as: UTF8.self).replacing("machine Odd", with: "machine \(name)")
    source = SourceFile(path: "\(name).sm", text: text)
    lines = first...last
  }

  /// The generated Swift; nil where the compiler refuses the fragment.
  var swift: String? {
    var options = Compiler.Options()
    options.writesSourceLocations = true
    return Compiler(options: options).generate(source).swift.map { String(decoding: $0, as: UTF8.self) }
  }
}
