import Testing

/// Machines have submachines: remote content has its loaded content, and onboarding has its screens.
@Suite struct SubmachineTests {
  private func loaded(_ items: [String]) -> RemoteContentParent {
    var machine = RemoteContentParent()
    _ = machine.handle(event: .received(items: items))
    return machine
  }

  @Test func theParentReadsLikeTheDiagram() {
    var machine = RemoteContentParent()
    #expect(machine.handle(event: .receivedError(message: "offline")) == [])
    #expect(machine.state == .failed(message: "offline"))
    #expect(machine.handle(event: .reload) == [.load])
    #expect(machine.handle(event: .received(items: [])) == [])
    #expect(machine.state == .loaded(LoadedContent(state: .empty)))
    #expect(loaded(["a"]).state == .loaded(LoadedContent(state: .data(items: ["a"]))))
  }

  @Test func eventsAndOutputsOfTheChildAreWrapped() {
    var machine = loaded(["a"])
    #expect(machine.handle(event: .loaded(.refresh)) == [.loaded(.load), .loaded(.showSpinner)])
    #expect(machine.state == .loaded(LoadedContent(state: .refreshing(items: ["a"]))))
    #expect(machine.handle(event: .loaded(.received(items: ["b"]))) == [.loaded(.hideSpinner)])
    #expect(machine.state == .loaded(LoadedContent(state: .data(items: ["b"]))))
  }

  @Test func leavingRunsTheChildsExits() {
    var machine = loaded(["a"])
    _ = machine.handle(event: .loaded(.refresh))
    #expect(machine.handle(event: .reload) == [.loaded(.hideSpinner), .load])
    #expect(machine.state == .loading)
  }

  /// An event for which the submachine has a row is the submachine's; any other is its owner's.
  @Test func whatTheChildDoesNotHandleFallsToTheParent() {
    var machine = loaded(["a"])
    _ = machine.handle(event: .loaded(.refresh))
    #expect(machine.handle(event: .loaded(.receivedError(message: "offline"))) == [.loaded(.hideSpinner)])
    #expect(machine.state == .loaded(LoadedContent(state: .data(items: ["a"]))))
    #expect(machine.accepts(.loaded(.receivedError(message: "offline"))))
    #expect(machine.handle(event: .loaded(.receivedError(message: "offline"))) == [])
    #expect(machine.state == .failed(message: "offline"))
    #expect(!machine.accepts(.loaded(.refresh)))
    var outcome = machine.handle(event: .loaded(.refresh)) { _ in }
    #expect(outcome == .ignored)
    machine = loaded([])
    outcome = machine.handle(event: .loaded(.received(items: []))) { _ in }
    #expect(outcome == .ignored)
  }

  @Test func theWrapperTakesAClosureForEachOutputOfTheChild() {
    var performed: [String] = []
    let content = RemoteContentParentStateMachine(
      load: { performed.append("load") }, loadedLoad: { performed.append("load again") },
      loadedShowSpinner: { performed.append("show") }, loadedHideSpinner: { performed.append("hide") })
    content.send(.received(items: ["a"]))
    content.send(.loaded(.refresh))
    content.send(.reload)
    #expect(performed == ["load", "load again", "show", "hide", "load"])
  }

  // MARK: Onboarding

  @Test func screensComeInOrder() {
    var machine = OnboardingCoordinator()
    #expect(machine.handle(event: .next) == [])
    #expect(machine.handle(event: .login(.typed("me@example.org"))) == [])
    #expect(machine.handle(event: .login(.finished)) == [.login(.validate(text: "me@example.org"))])
    #expect(!machine.accepts(.next))
    #expect(machine.handle(event: .login(.accepted)) == [])
    #expect(machine.handle(event: .next) == [.register(email: "me@example.org")])
    #expect(machine.state == .preview)
    #expect(machine.handle(event: .next) == [])
    #expect(machine.state == .pushPermission(PushPermission()))
    #expect(machine.handle(event: .pushPermission(.accept)) == [.pushPermission(.showSystemPrompt)])
    #expect(!machine.isFinal)
    // The child has ended, and with it the whole.
    let outcome = machine.handle(event: .pushPermission(.accept)) { _ in }
    #expect(outcome == .transitioned)
    #expect(machine.state == .finished)
    #expect(machine.isFinal)
  }

  @Test func whatIsGrantedIsNotAskedFor() {
    var machine = OnboardingCoordinator(isPushGranted: true, state: .preview)
    _ = machine.handle(event: .next)
    #expect(machine.state == .finished)
  }

  @Test func backBeginsAnew() {
    var machine = OnboardingCoordinator(state: .pushPermission(PushPermission(state: .prompting)))
    _ = machine.handle(event: .back)
    #expect(machine.state == .login(FormField()))
  }

  @Test func aRestoredMachineStartsWhatItHolds() {
    var machine = OnboardingCoordinator(state: .pushPermission(PushPermission(state: .prompting)))
    var outputs: [OnboardingCoordinator.Output] = []
    machine.start { outputs.append($0) }
    #expect(outputs == [.pushPermission(.showSystemPrompt)])
  }
}
