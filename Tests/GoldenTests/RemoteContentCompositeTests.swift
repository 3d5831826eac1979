import Testing

/// Content is loaded, shown and refreshed: the states of loaded content stand within a composite state.
@Suite struct RemoteContentCompositeTests {
  /// A machine that shows some items.
  private func loaded(_ items: [String]) -> RemoteContentComposite {
    var machine = RemoteContentComposite()
    _ = machine.handle(event: .received(items: items))
    return machine
  }

  @Test func loadingEndsWithinTheComposite() {
    #expect(loaded([]).state == .loaded(.empty))
    #expect(loaded(["a"]).state == .loaded(.data(items: ["a"])))
    #expect(RemoteContentComposite.State.loaded() == .loaded(refreshes: 0, .empty))
  }

  @Test func whatIsLoadedIsRefreshedInPlace() {
    var machine = loaded(["a"])
    #expect(machine.handle(event: .refresh) == [.load, .showSpinner])
    #expect(machine.state == .loaded(refreshes: 1, .refreshing(items: ["a"])))
    #expect(machine.handle(event: .received(items: ["a", "b"])) == [.hideSpinner])
    #expect(machine.state == .loaded(refreshes: 1, .data(items: ["a", "b"])))
    _ = machine.handle(event: .refresh)
    #expect(machine.handle(event: .received(items: [])) == [.hideSpinner])
    #expect(machine.state == .loaded(refreshes: 2, .empty))
  }

  /// The row of the inner state is tried first; if its guard is false, the row of the composite state is tried.
  @Test func anErrorIsTheCompositesWhereTheChildHasNoUseForIt() {
    var machine = loaded(["a"])
    _ = machine.handle(event: .refresh)
    #expect(machine.handle(event: .receivedError(message: "offline")) == [.hideSpinner])
    #expect(machine.state == .loaded(refreshes: 1, .data(items: ["a"])))

    machine = loaded([])
    _ = machine.handle(event: .refresh)
    #expect(machine.handle(event: .receivedError(message: "offline")) == [.hideSpinner])
    #expect(machine.state == .failed(message: "offline"))
  }

  @Test func leavingTheCompositeEndsWhatIsActiveWithin() {
    var machine = loaded(["a"])
    _ = machine.handle(event: .refresh)
    #expect(machine.accepts(.reload))
    #expect(machine.handle(event: .reload) == [.hideSpinner, .load])
    #expect(machine.state == .loading)
  }

  @Test func aStoredStateStartsFromTheOutside() {
    var machine = RemoteContentComposite(state: .loaded(refreshes: 3, .refreshing(items: ["a"])))
    var outputs: [RemoteContentComposite.Output] = []
    machine.start { outputs.append($0) }
    #expect(outputs == [.load, .showSpinner])
    #expect(!machine.accepts(.refresh))
  }
}
