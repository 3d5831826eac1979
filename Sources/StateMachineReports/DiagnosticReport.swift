import StateMachineSyntax

/// Writes the findings of several files as one document for other tools.
package enum DiagnosticReport {
  /// The diagnostics of one file.
  package struct File: Sendable {
    package var source: SourceFile
    package var diagnostics: [Diagnostic]
    /// The number of further findings that were not kept, because the limit for one file was reached.
    package var omittedCount: Int

    package init(source: SourceFile, diagnostics: [Diagnostic], omittedCount: Int) {
      self.source = source
      self.diagnostics = diagnostics
      self.omittedCount = omittedCount
    }
  }

  // MARK: JSON

  /// Returns the findings as a JSON object. Lines and columns begin with 1, and columns count bytes of UTF-8, as in
  /// messages on a terminal; offsets begin with 0.
  package static func json(_ files: [File]) -> String {
    var json = JSONText()
    json.object { json in
      json.value("version", 1)
      json.array("findings") { json in
        for file in files {
          let lines = LineTable(file.source.bytes)
          for diagnostic in file.diagnostics {
            json.object { json in
              json.value("code", diagnostic.code.rawValue)
              json.value("severity", diagnostic.severity.rawValue)
              json.value("message", diagnostic.message)
              json.value("file", file.source.path)
              write(diagnostic.range, lines, file, &json)
              json.array("notes") { json in
                for note in diagnostic.notes {
                  json.object { json in
                    json.value("message", note.message)
                    write(note.range, lines, file, &json)
                  }
                }
              }
              json.array("fixes") { json in for fix in diagnostic.fixes { write(fix, lines, file, &json) } }
            }
          }
        }
      }
      json.value("omitted", files.reduce(0) { $0 + $1.omittedCount })
    }
    return json.text + "\n"
  }

  private static func write(_ fix: Fix, _ lines: LineTable, _ file: File, _ json: inout JSONText) {
    json.object { json in
      json.value("title", fix.title)
      json.value("safe", fix.isSafe)
      json.array("edits") { json in
        for edit in fix.edits {
          json.object { json in
            write(edit.range, lines, file, &json)
            json.value("text", edit.text)
          }
        }
      }
    }
  }

  private static func write(_ range: SourceRange, _ lines: LineTable, _ file: File, _ json: inout JSONText) {
    for (key, offset) in [("start", range.lowerBound), ("end", range.upperBound)] {
      let offset = min(offset, file.source.bytes.count)
      let (line, column) = lines.position(of: offset)
      json.object(key) { json in
        json.value("line", line)
        json.value("column", column)
        json.value("offset", offset)
      }
    }
  }

  // MARK: SARIF

  /// Returns the findings in SARIF 2.1.0 (Static Analysis Results Interchange Format, OASIS), which code hosts such as
  /// GitHub read.
  ///
  /// - Parameter version: the version of `sm-gen`, which the document names.
  package static func sarif(_ files: [File], version: String) -> String {
    let codes = DiagnosticCode.allCases.filter { code in
      files.contains { $0.diagnostics.contains { $0.code == code } }
    }
    var json = JSONText()
    json.object { json in
      json.value("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.value("version", "2.1.0")
      json.array("runs") { json in
        json.object { json in
          json.object("tool") { json in
            json.object("driver") { json in
              json.value("name", "sm-gen")
              json.value("version", version)
              json.array("rules") { json in for code in codes { write(code, &json) } }
            }
          }
          json.value("columnKind", "unicodeCodePoints")
          json.array("results") { json in
            for file in files { write(file, codes, &json) }
          }
        }
      }
    }
    return json.text + "\n"
  }

  private static func write(_ code: DiagnosticCode, _ json: inout JSONText) {
    json.object { json in
      json.value("id", code.rawValue)
      json.value("name", code.name)
      json.object("shortDescription") { $0.value("text", code.title) }
      json.object("defaultConfiguration") { $0.value("level", code.severity.rawValue) }
    }
  }

  /// Writes the findings of a file as results of SARIF. `codes` are the codes in the document's list of rules.
  private static func write(_ file: File, _ codes: [DiagnosticCode], _ json: inout JSONText) {
    let lines = LineTable(file.source.bytes)
    for diagnostic in file.diagnostics {
      json.object { json in
        json.value("ruleId", diagnostic.code.rawValue)
        if let index = codes.firstIndex(of: diagnostic.code) { json.value("ruleIndex", index) }
        json.value("level", diagnostic.severity.rawValue)
        json.object("message") { $0.value("text", diagnostic.message) }
        json.array("locations") { json in
          json.object { writeLocation(diagnostic.range, lines, file, &$0) }
        }
        if !diagnostic.notes.isEmpty {
          json.array("relatedLocations") { json in
            for (index, note) in diagnostic.notes.enumerated() {
              json.object { json in
                json.value("id", index + 1)
                json.object("message") { $0.value("text", note.message) }
                writeLocation(note.range, lines, file, &json)
              }
            }
          }
        }
        if !diagnostic.fixes.isEmpty {
          json.array("fixes") { json in for fix in diagnostic.fixes { writeSARIF(fix, lines, file, &json) } }
        }
      }
    }
  }

  /// Writes a fix (SARIF, §3.55 to §3.57) as a list of regions of the file with the texts that replace them.
  private static func writeSARIF(_ fix: Fix, _ lines: LineTable, _ file: File, _ json: inout JSONText) {
    json.object { json in
      json.object("description") { $0.value("text", fix.title) }
      json.array("artifactChanges") { json in
        json.object { json in
          json.object("artifactLocation") { $0.value("uri", uri(file.source.path)) }
          json.array("replacements") { json in
            for edit in fix.edits {
              json.object { json in
                json.object("deletedRegion") { writeRegion(edit.range, lines, file, &$0) }
                json.object("insertedContent") { $0.value("text", edit.text) }
              }
            }
          }
        }
      }
    }
  }

  private static func writeLocation(_ range: SourceRange, _ lines: LineTable, _ file: File, _ json: inout JSONText) {
    json.object("physicalLocation") { json in
      json.object("artifactLocation") { $0.value("uri", uri(file.source.path)) }
      json.object("region") { writeRegion(range, lines, file, &$0) }
    }
  }

  private static func writeRegion(_ range: SourceRange, _ lines: LineTable, _ file: File, _ json: inout JSONText) {
    let count = file.source.bytes.count
    for (name, offset) in [("start", min(range.lowerBound, count)), ("end", min(range.upperBound, count))] {
      let (line, column) = lines.position(of: offset)
      // SARIF counts characters. The second and further bytes of a character in UTF-8 are no columns.
      let start = offset - (column - 1)
      let continuing = file.source.bytes[start..<offset].count { $0 & 0xC0 == 0x80 }
      json.value("\(name)Line", line)
      json.value("\(name)Column", column - continuing)
    }
  }

  /// Returns the URI of a path (RFC 3986, §4.2): `a%20b.sm` for `a b.sm`, and `file:///a.sm` for `/a.sm`. Each byte
  /// that is no letter, digit, `_`, `-`, `.`, `~` or `/` is written as `%` and two digits.
  static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      // Bytes from 0x80 on are parts of letters that a URI cannot contain.
      let isPlain = Ascii.continuesIdentifier(byte) && byte < 0x80 || "-.~/".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return text
  }
}

extension DiagnosticCode {
  /// The name of the code in this project: `undeclaredName`.
  package var name: String { String(describing: self) }

  /// The name of the code in words: `Undeclared name`.
  package var title: String {
    var text = ""
    for character in name {
      if character.isUppercase {
        text += " " + character.lowercased()
      } else {
        text.append(text.isEmpty ? Character(character.uppercased()) : character)
      }
    }
    return text
  }
}
