import Foundation
import Testing

/// Links between the Markdown files lead somewhere, where a forge shows the files.
@Suite struct PageLinkTests {
  private static let catalogue = "Sources/StateMachineCompiler/StateMachineCompiler.docc"

  /// What people read, by its path; each file without its blocks of code.
  private static func pages() throws -> [String: String] {
    var paths = ["README.md", "CONTRIBUTING.md", "Release/README.md", "Tests/RealMachines/README.md"]
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

  /// The paths that a page links to, with anchors, and those of its pictures.
  private static func links(of page: String) -> [String] {
    // Code spans may hold such brackets, too.
    page.replacing(#/`[^`\n]*`/#, with: "code").matches(of: #/\]\(([^)\s]+)[^)]*\)|(?:src|href)="([^"]+)"/#)
      .map { String($0.1 ?? $0.2 ?? "") }.filter { !$0.hasPrefix("https:") }
  }

  /// What a forge makes of the headings of a page.
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
        let target = String(folder.appending(path: parts[0]).standardized.path.dropFirst())
        #expect(
          !parts[0].isEmpty && FileManager.default.fileExists(atPath: Repository.root.appending(path: target).path),
          "\(path): \(link)")
        if parts.count > 1 {
          let anchors = try Self.anchors(of: #require(pages[target], "\(path): \(link)"))
          #expect(anchors.contains(parts[1]), "\(path): \(link)")
        }
      }
      // DocC's own links are text on a forge. 'Release/documentation' makes them.
      #expect(!page.contains("<doc:") && !page.contains("](doc:"), "\(path)")
    }
    #expect(count > 100)
  }

  @Test func theFrontPageListsEveryPage() throws {
    let pages = try Self.pages().filter { $0.key.hasPrefix(Self.catalogue) }
    let topics = try #require(pages["\(Self.catalogue)/sm-gen.md"]).split(separator: "\n## Topics\n")[1]
    for path in pages.keys where !path.hasSuffix("/sm-gen.md") {
      let name = path.split(separator: "/").last ?? ""
      #expect(topics.contains("](\(name))\n"), "\(name)")
    }
  }
}
