/// The passes in their order. Each makes other code of code, which does the same; each is right for whatever code there
/// is, and asks no machine. What a pass may take for granted, and what it leaves, is said where it is declared.
///
/// Lowering writes everything down, whether it is needed or not; passes find out what is.
enum Simplify {
  typealias Pass = @Sendable (inout Function) -> Void

  /// What is done once, while the code is as it was lowered.
  private static let first: [Pass] = [
    FinalReturns.run, DeadCode.run, Ownership.run, LateAnswers.run, DeadCode.run, FoldedValues.run,
  ]

  /// What one of these finds, another may go on with.
  private static let again: [Pass] = [
    KnownValues.run, EarlyAnswers.run, UnreadVariables.run, EqualArms.run, DeadCode.run, SunkenEnds.run,
  ]

  /// How often they are run: what is left to find after that is little.
  private static let rounds = 8

  /// What shapes the code for its readers.
  private static let last: [Pass] = [
    UnreadVariables.run, Coalescing.run, EqualArms.run, SingleArms.run, CommonEnds.run, Coalescing.run, DeadCode.run,
    UnreadVariables.run, DeadCode.run, FinalReturns.run,
  ]

  /// Simplifies the functions of a machine, and gives their variables names.
  static func run(_ functions: [Function]) -> [Function] {
    var functions = functions
    for index in functions.indices { simplify(&functions[index]) }
    ReleasedState.run(&functions)
    SmallFunctions.run(&functions)
    UncalledFunctions.run(&functions)
    AdjustedParameters.run(&functions)
    for index in functions.indices {
      for pass in last { pass(&functions[index]) }
      Naming.run(&functions[index])
      Mutability.run(&functions[index])
      StepMarks.run(&functions[index])
    }
    return functions
  }

  private static func simplify(_ function: inout Function) {
    for pass in first { pass(&function) }
    for _ in 0..<rounds {
      let before = function.body
      for pass in again { pass(&function) }
      if function.body == before { break }
    }
  }
}
