/// The code of each kind of finding, such as `E101`. A code never changes its meaning. The page `Diagnostics.md` links
/// to an entry with examples for each; a test fails if an entry is missing, or its example does not give the code.
package enum DiagnosticCode: String, CaseIterable, Sendable {
  // The text of the file.
  case notUTF8 = "E001"
  case nulByte = "E002"
  case unterminatedComment = "E004"
  case unterminatedString = "E005"
  case unclosedBracket = "E006"
  case mismatchedBracket = "E009"

  // The form of declarations and rows.
  case unexpectedToken = "E010"
  case wrongArrow = "E011"
  case arrowWithoutEvent = "E012"
  case otherLanguage = "E013"
  case lineEndsInOperator = "E014"
  case missingSwift = "E015"
  case missingSource = "E016"
  case malformedParameter = "E017"
  case computedProperty = "E018"
  case propertyWithoutType = "E019"
  case unusableName = "E020"
  case malformedDuration = "E021"
  case misplaced = "E022"
  case noMachine = "E023"
  case dropped = "E024"

  // Files that machines are imported from.
  case notUnderstood = "E030"
  case nothingToImport = "E031"

  // Names and payloads.
  case undeclaredName = "E101"
  case declaredTwice = "E102"
  case initialState = "E103"
  case generatedName = "E104"
  case unsuppliedPayload = "E105"
  case ambiguousLabel = "E106"
  case unknownLabel = "E107"
  case argumentCount = "E108"
  case differentType = "E109"
  case labelNotInAllSources = "E110"
  case notAssignable = "E111"
  case guardCycle = "E112"
  case forbiddenInBlock = "E114"
  case wrapperNames = "E115"
  case wrapperKind = "E116"

  // Meaning.
  case twoUnconditionalRows = "E201"
  case rowFromFinalState = "E202"
  case pairsMissing = "E203"
  case effectAfterTrap = "E204"
  case finalComposite = "E205"
  case choiceRow = "E206"
  case choiceWithoutElse = "E207"
  case endlessCycle = "E208"
  case history = "E209"
  case neverDone = "E210"
  case deferral = "E211"
  case region = "E212"
  case betweenRegions = "E213"
  case submachine = "E214"
  case activity = "E215"
  case group = "E217"
  case stateQuery = "E218"
  case throwing = "E220"
  case sentEvents = "E221"
  case formerName = "E222"
  case stayingRow = "E236"
  case interface = "E241"
  case result = "E242"

  // Warnings: allowed, and seldom meant.
  case unreachableState = "W301"
  case deadEndState = "W302"
  case shadowedRow = "W303"
  case idleWildcard = "W304"
  case unused = "W305"
  case literalGuard = "W306"
  case differsInCase = "W308"
  case hiddenProperty = "W309"
  case conflictingRows = "W310"
  case forgottenPayload = "W311"
  case strandedState = "W312"
  case missingElse = "W313"
  case suppression = "W314"
  case doubtful = "W315"
  case notSent = "W316"
  case formerNameWithoutEffect = "W317"
  case changedMeaning = "W320"
  case leftByHand = "W321"

  // What older versions have stored: found beside one of them.
  case unreadable = "W330"
  case readOtherwise = "W331"

  // Notes: worth knowing, and no mistakes.
  case overriddenRow = "N401"
  case oftenPrintedChoice = "N402"
  case copyingRow = "N403"
  case unrepeatable = "N404"
  case constantField = "N405"
  case guessed = "N420"
  case leftOut = "N421"

  /// Whether findings with the code come from a comparison with an older version of the machine. A check of one file
  /// never reports them.
  package var isAboutVersions: Bool { self == .unreadable || self == .readOtherwise }

  /// The severity of the code, by its first letter: a warning for `W`, a note for `N`, otherwise an error.
  package var severity: Diagnostic.Severity {
    switch rawValue.utf8.first {
    case UInt8(ascii: "W"): .warning
    case UInt8(ascii: "N"): .note
    default: .error
    }
  }
}
