import Foundation
import TestSupport
import Testing

/// The Swift and the machines in README and the pages compile as they are shown.
@Suite struct PageProgramTests {
  /// Elsewhere, the library `Testing` is not where the compiler looks by itself.
  private static let pages = PageProgram.pages.filter { page in
    #if os(Linux)
      true
    #else
      !page.hasSuffix("/Testing.md")
    #endif
  }

  @Test func thereArePages() { #expect(PageProgram.pages.count >= 8) }

  /// A block in a language that nobody knows is asked by nobody.
  @Test(arguments: PageProgram.pages) func theLanguages(_ page: String) {
    let known: Set = ["swift", "sm", "html", "make", "mermaid", "plantuml", "xml", ""]
    for block in PageProgram(page).blocks {
      #expect(known.contains(block.language), "\(page):\(block.line)")
    }
  }

  @Test(arguments: pages, [SwiftMode.swift6, .mainActor])
  func thePrograms(_ page: String, _ mode: SwiftMode) throws {
    TestExtent.say("PageProgramTests: the Swift of \(page), \(mode)")
    let compiler = SwiftCompiler(mode: mode, isThorough: true)
    let findings = try compiler.check(PageProgram(page).files()).filter { !$0.isOfExample }
    #expect(findings.isEmpty, "\(page), \(mode):\n\(findings.map(\.description).joined(separator: "\n"))")
  }

  /// Statements print what the comments after them say.
  @Test(arguments: PageProgram.pages.filter { $0.hasSuffix("README.md") || $0.hasSuffix("/Tutorial.md") })
  func whatIsPrinted(_ page: String) throws {
    let program = PageProgram(page)
    let main = "@main struct Run { static func main() async throws { try await page() } }\n"
    let files = try program.files() + [("Run.swift", main)]
    let folder = try TemporaryFolder(files)
    let built = try SwiftCompiler().compile(files.map(\.name), ["-parse-as-library", "-o", "run"], in: folder.url)
    try #require(built.code == 0, "\(built.output)")
    let result = try ProcessResult.run(folder.url.appending(path: "run").path, [], in: folder.url)
    #expect(result.code == 0)
    // Tasks of the page may print, too.
    var lines = result.output.split(separator: "\n").map(String.init)[...]
    #expect(!program.printed.isEmpty)
    for expected in program.printed {
      guard let index = lines.firstIndex(of: expected) else {
        Issue.record("\(page): '\(expected)' is not printed there:\n\(result.output)")
        return
      }
      lines = lines[(index + 1)...]
    }
  }

  @Test func theManifests() throws {
    let manifests = PageProgram.pages.flatMap { PageProgram($0).manifests }
    #expect(!manifests.isEmpty)
    let folder = try TemporaryFolder()
    let information = try ProcessResult.run("/usr/bin/env", ["swiftc", "-print-target-info"], in: folder.url)
    let match = try #require(information.output.firstMatch(of: #/"runtimeResourcePath": "(.*)"/#))
    let flags = ["-I", "\(match.1)/pm/ManifestAPI", "-package-description-version", "6.1.0"]
    for manifest in manifests {
      let findings = try SwiftCompiler().check([("Package.swift", manifest.text)], flags)
      #expect(findings.isEmpty, "\(findings)")
    }
  }

  /// A block that is marked as an excerpt of a test, or of the code of a spec or of a page's machines, is one: what is left
  /// out is `…`.
  @Test(arguments: PageProgram.pages) func theExcerpts(_ page: String) throws {
    for block in PageProgram(page).excerpts {
      let path = try #require(block.excerpt)
      var text = try #require(PageProgram.text(path))
      if path.hasSuffix(".md") {
        text = PageProgram(path).blocks.filter { $0.language == "sm" }.map(\.text).joined(separator: "\n")
      }
      if path.hasSuffix(".sm") || path.hasSuffix(".md") { text = try PageProgram.generated(text, path) }
      var rest = Substring(PageProgram.Block.words(text))
      for piece in block.pieces {
        let range = try #require(rest.range(of: piece), "\(page):\(block.line): not in \(path): \(piece)")
        rest = rest[range.upperBound...]
      }
    }
  }
}

extension SwiftCompiler.Finding {
  /// An example may show a value without a use for it.
  fileprivate var isOfExample: Bool {
    !isError && message.contains(#/^(initialization of )?(immutable value|variable) '.*' was never/#)
  }
}
