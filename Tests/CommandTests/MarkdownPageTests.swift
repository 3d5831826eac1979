import Testing

/// The machines in the code blocks of a Markdown page are read.
@Suite struct MarkdownPageTests {
  private static let page = """
    # A door

    It `opens`, and ~~~ is no block here. ``` neither.

    ```sm
    machine Door {
      initial state closed
      state open
      event push, pull
      closed -> open : pull
      open -> closed : push
    }
    ```

    1. And a bell, which may ring twice:

       ~~~~ sm title="Bell"
       machine Bell {
         initial state silent
         event push
         output ring
         silent : push / ring
       ~~~
       }
       ~~~~

    ```swift
    machine None {
    ```

    """

  @Test func positionsAreThoseOfThePage() throws {
    let folder = try Folder(["Page.md": Self.page])
    let result = try run(["check", "Page.md"], in: folder)
    #expect(result.code == 1)
    #expect(result.error.hasPrefix("Page.md:23:4: error: "), "\(result.error)")
    let right = Self.page.replacing("   ~~~\n   }", with: "   }")
    let wrong = right.replacing(": pull", with: ": pul")
    #expect(
      try run(["check", "Page.md"], in: Folder(["Page.md": wrong])).error == """
        Page.md:10:20: error: 'pul' is not declared as an event: did you mean 'pull'? [E101]
          closed -> open : pul
                           ^~~

        """)
    #expect(try run(["check", "Page.md"], in: Folder(["Page.md": right])) == Outcome(code: 0, output: "", error: ""))
  }

  @Test func aPictureOfAPageIsKeptCurrent() throws {
    let folder = try Folder(["Page.markdown": Self.page.replacing("   ~~~\n   }", with: "   }")])
    let drawn = try run(["diagram", "--machine", "Door", "-o", "Door.mmd", "Page.markdown"], in: folder)
    #expect(drawn == Outcome(code: 0, output: "", error: ""))
    #expect(try folder.text("Door.mmd").contains("closed --> open : pull"))
    #expect(try run(["diagram", "--check", "Door.mmd"], in: folder).code == 0)
    try folder.write("Page.markdown", folder.text("Page.markdown").replacing("open -> closed : push", with: ""))
    #expect(try run(["diagram", "--check", "Door.mmd"], in: folder).code == 1)
  }

  @Test func aPageIsNotChanged() throws {
    let folder = try Folder(["Page.md": Self.page])
    let formatted = try run(["format", "-i", "Page.md"], in: folder)
    #expect(formatted.code == 1)
    #expect(formatted.error == "error: 'Page.md' is a page: only .sm files are formatted\n")
    let fixed = try run(["check", "--fix", "Page.md"], in: folder)
    #expect(fixed.code != 0)
    #expect(fixed.error.hasPrefix("error: 'Page.md' is a page: '--fix' changes .sm files\n"))
    #expect(try folder.text("Page.md") == Self.page)
    // The name need not tell.
    try folder.write("Page.txt", Self.page)
    let other = try run(["format", "--check", "Page.txt"], in: folder)
    #expect(other.code == 1 && other.error == "error: 'Page.txt' is a page: only .sm files are formatted\n")
    let input = try run(["format", "-"], input: Self.page, in: folder)
    #expect(input.code == 1 && input.error == "error: '<stdin>' is a page: only .sm files are formatted\n")
  }
}
