import Testing

/// The container of the description: it shows a child for each state, and loads when the machine says so.
private final class ContainerController: RemoteContentStateMachineDelegate {
  let machine: RemoteContentStateMachine
  private(set) var told: [String] = []
  private(set) var loads = 0

  init() {
    machine = RemoteContentStateMachine()
    machine.delegate = self
  }

  func viewDidLoad() { machine.start() }
  func receive(_ items: [String]) { machine.send(.received(items: items)) }
  func fail(_ message: String) { machine.send(.receivedError(message: message)) }
  func reloadTapped() { machine.send(.reload) }

  func stateMachine(
    _ stateMachine: RemoteContentStateMachine, didChangeFrom oldState: RemoteContent.State,
    on event: RemoteContent.Event?
  ) {
    switch stateMachine.state {
    case .loading:
      told.append("loading")
      loads += 1
    case .failed(let message): told.append("failed: \(message)")
    case .empty: told.append("empty")
    case .data(let items): told.append("data: \(items.joined(separator: ", "))")
    }
  }

  func stateMachine(
    _ stateMachine: RemoteContentStateMachine, didIgnore event: RemoteContent.Event, in state: RemoteContent.State
  ) {
    told.append("ignored")
  }
}

@Suite struct RemoteContentTests {
  @Test func theContainerIsToldEveryStateInOrder() {
    let container = ContainerController()
    #expect(container.told == [])
    container.viewDidLoad()
    container.fail("offline")
    container.reloadTapped()
    container.receive([])
    container.reloadTapped()
    container.receive(["a", "b"])
    #expect(container.told == ["loading", "failed: offline", "loading", "empty", "loading", "data: a, b"])
    #expect(container.loads == 3)
  }

  @Test func whatDoesNotFitIsIgnored() {
    let container = ContainerController()
    container.viewDidLoad()
    container.receive(["a"])
    container.receive(["b"])
    container.fail("late")
    #expect(container.told == ["loading", "data: a", "ignored", "ignored"])
    #expect(container.machine.state == .data(items: ["a"]))
  }

  @Test func sendStartsTheMachine() {
    let container = ContainerController()
    container.receive([])
    container.viewDidLoad()
    #expect(container.told == ["loading", "empty"])
  }
}
