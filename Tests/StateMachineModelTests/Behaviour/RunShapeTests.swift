import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// The kinds of microsteps that can follow a microstep are known.
@Suite struct RunShapeTests {
  private func run(_ text: String) throws -> RunShape { try SmallMachine(text).behaviour.run }

  @Test func ofAMachineInWhichNothingFollows() throws {
    let run = try run("initial state a\nevent e\na -> a : e")
    #expect(!run.runsToCompletion)
    #expect(!run.needsQueue)
    #expect(!run.canRunOn)
    #expect(!run.hasStart)
    #expect(!run.canEnd)
    #expect(!run.timers.after)
    #expect(!run.timers.every)
  }

  @Test func rowsAndActionsRaise() throws {
    #expect(try run("initial state a\nevent e, f\na : e / raise f\na : f").raises)
    #expect(try run("initial state a { exit / raise f }\nevent e, f\na -> a : e\na : f").needsQueue)
  }

  @Test func whatIsRaisedByANameIsRaised() throws {
    let text = "effect again = raise x\ninitial state a"
    #expect(try run("\(text)\nevent x\na : x [1 > 2] / again").raises)
    #expect(try run("\(text) { entry [1 > 0] / again }\nevent x\na : x / {}").raises)
    #expect(try !run("\(text)\nevent x\na : x / {}").raises)
  }

  @Test func whatIsKeptOrTakenAtOnceGoesOn() throws {
    let kept = try run("initial state a { defer e }\nstate b\nevent e, f\na -> b : f\nb -> a : e")
    #expect(kept.defers && kept.runsToCompletion && !kept.canRunOn)
    let atOnce = try run("initial state a\nstate b\nevent e\nlet c: Bool\na -> b : always [c]\nb -> a : e")
    #expect(atOnce.hasAlways && atOnce.hasStart && atOnce.canRunOn && !atOnce.needsQueue)
  }

  @Test func statesWithDoneRowsAreCompletable() throws {
    let text = "initial state a { initial state b ; final state c ; b -> c : e }\nfinal state d\nevent e\na -> d : done"
    let machine = try SmallMachine(text)
    #expect(machine.names(machine.behaviour.run.completable) == ["a"])
    #expect(machine.behaviour.run.isCompletable(try machine.state("a")))
    #expect(machine.behaviour.run.hasDone)
    #expect(machine.behaviour.run.canEnd)
  }

  @Test func aMachineWithRegionsEndsWhereAllOfThemCan() throws {
    let text = "region a { initial state a1 ; final state a2 ; a1 -> a2 : e }\nregion b { initial state b1 ; b1 : f }\n"
    #expect(try !run(text + "event e, f").canEnd)
    let both = text.replacing("b1 : f", with: "final state b2 ; b1 -> b2 : f")
    #expect(try run(both + "event e, f").canEnd)
  }

  @Test func timersThatElapseOnceAndThoseThatRepeat() throws {
    let once = try run("initial state a\nstate b\na -> b : after 5s\nb -> a : after 1s")
    #expect(once.timers.after && !once.timers.every && once.hasStart)
    let again = try run("initial state a\noutput o\na : every 5s / o")
    #expect(!again.timers.after && again.timers.every)
  }

  @Test func ownersAndSubmachines() throws {
    let text = "machine M { initial state a: N }\nmachine N { initial state p ; event n ; p : n }"
    #expect(try run(text).hasSubmachines)
    #expect(try !run(text).isSubmachine)
    let (machines, _) = Compiler().machines(of: SourceFile(path: "m.sm", text: text))
    #expect(RunShape(try #require(machines.last)).isSubmachine)
  }
}
