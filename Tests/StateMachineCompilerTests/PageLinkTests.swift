import Foundation
import TestSupport
import Testing

/// Links between the Markdown files have a target, both on a forge and in DocC.
@Suite struct PageLinkTests {
  private static let catalogue = "Sources/StateMachineCompiler/StateMachineCompiler.docc"

  /// Returns the texts of the documentation by their paths, without blocks of code.
  private static func pages() throws -> [String: String] {
    var paths = ["README.md", "CONTRIBUTING.md", ".ci/release/README.md", "Tests/RealMachines/README.md"]
    for path in try FileManager.default.subpathsOfDirectory(atPath: Repository.root.appending(path: "Editors").path)
    where path.hasSuffix(".md") && !path.contains("node_modules") {
      paths.append("Editors/\(path)")
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: catalogue).path)
    where name.hasSuffix(".md") {
      paths.append("\(catalogue)/\(name)")
    }
    var pages: [String: String] = [:]
    for path in paths {
      let text = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
      pages[path] = text.replacing(#/(?ms)^```.*?^```$/#, with: "")
    }
    return pages
  }

  /// The paths that a page links to, with anchors, and those of its pictures. Of two definitions of a link, the first
  /// counts, and a reference without a definition is an empty path.
  private static func links(of page: String) -> [String] {
    // Code spans may hold such brackets, too.
    let text = page.replacing(#/(?s)<!--.*?-->/#, with: "").replacing(#/`[^`\n]*`/#, with: "code")
    let definitions = Dictionary(
      text.matches(of: #/(?m)^\[([^\]]+)\]: (\S+)$/#).map { ($0.1, String($0.2)) },
      uniquingKeysWith: { first, _ in first })
    let references = text.matches(of: #/\]\[([^\]]+)\]/#).map { definitions[$0.1] ?? "" }
    let others = text.matches(of: #/\]\(([^)\s]+)[^)]*\)|(?:src|href)="([^"]+)"/#).map { String($0.1 ?? $0.2 ?? "") }
    return (references + others).filter { !$0.hasPrefix("https:") }
  }

  /// Returns the anchors that a forge makes of the headings of a page.
  private static func anchors(of page: String) -> Set<String> {
    Set(
      page.matches(of: #/(?m)^#+ (.+)$/#).map { match in
        String(match.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) })
          .replacingOccurrences(of: " ", with: "-")
      })
  }

  @Test func linksLeadSomewhere() throws {
    let pages = try Self.pages()
    var count = 0
    for (path, page) in pages {
      let folder = URL(filePath: "/" + path).deletingLastPathComponent()
      for link in Self.links(of: page) {
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        // An anchor alone is one of the page itself.
        let target = parts[0].isEmpty ? path : String(folder.appending(path: parts[0]).standardized.path.dropFirst())
        #expect(
          !link.isEmpty && FileManager.default.fileExists(atPath: Repository.root.appending(path: target).path),
          "\(path): \(link)")
        if parts.count > 1 {
          let anchors = try Self.anchors(of: #require(pages[target], "\(path): \(link)"))
          #expect(anchors.contains(parts[1]), "\(path): \(link)")
        }
      }
      // DocC's own links are text on a forge.
      #expect(!page.contains("<doc:") && !page.contains("](doc:"), "\(path)")
    }
    #expect(count > 100)
  }

  /// DocC takes a link that it does not know for one to another site, and says nothing.
  @Test func linksLeadSomewhereInDocC() throws {
    struct Page: Decodable {
      struct Reference: Decodable {
        var type: String
        var url: String?
      }
      var references: [String: Reference]?
    }
    let folder = try TemporaryFolder()
    let script = Repository.root.appending(path: ".ci/release/documentation").path
    let result = try ProcessResult.run(script, ["pages.doccarchive"], in: folder.url)
    #expect(result.code == 0, "\(result.output)")
    let archive = folder.url.appending(path: "pages.doccarchive")
    var topics = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: archive.path)
    where path.hasPrefix("data/") && path.hasSuffix(".json") {
      let data = try Data(contentsOf: archive.appending(path: path))
      let references = try JSONDecoder().decode(Page.self, from: data).references ?? [:]
      topics += references.values.count { $0.type == "topic" }
      for (name, reference) in references where reference.type == "link" || reference.type == "unresolvable" {
        let url = try #require(reference.url)
        // What stands beside the page, or elsewhere.
        let place = "documentation/\(path.dropFirst("data/documentation/".count).dropLast(".json".count))/\(url)"
        let isThere = FileManager.default.fileExists(atPath: archive.appending(path: place).path)
        #expect(url.hasPrefix("https:") || isThere, "\(path): \(name)")
      }
      let text = String(decoding: data, as: UTF8.self)
      // The comments around the lists of destinations do not show.
      #expect(!text.contains(#""text":"-->"#), "\(path)")
      // DocC knows no destination of a link before these lists, and shows it as text.
      #expect(!text.contains("][#") && !text.contains(".md]"), "\(path)")
    }
    #expect(topics > 100)
  }

  @Test func theFrontPageListsEveryPage() throws {
    let pages = try Self.pages().filter { $0.key.hasPrefix(Self.catalogue) }
    let topics = try #require(pages["\(Self.catalogue)/sm-gen.md"]).split(separator: "\n## Topics\n")[1]
    for path in pages.keys where !path.hasSuffix("/sm-gen.md") {
      let name = path.split(separator: "/").last ?? ""
      #expect(topics.contains("][\(name)]\n"), "\(name)")
    }
  }
}
