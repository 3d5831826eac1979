import Testing

@Suite struct OnboardingTests {
  private func states(_ machine: Onboarding, _ events: [Onboarding.Event]) -> [Onboarding.State] {
    var machine = machine
    return events.map { event in
      machine.handle(event: event)
      return machine.state
    }
  }

  @Test func asksForEverything() {
    #expect(
      states(Onboarding(), [.loggedIn, .next, .next, .next]) == [
        .preview, .locationPermission, .pushPermission, .done,
      ])
  }

  @Test func skipsWhatIsGranted() {
    #expect(states(Onboarding(isLocationGranted: true), [.loggedIn, .next]) == [.preview, .pushPermission])
    #expect(
      states(Onboarding(isPushGranted: true), [.loggedIn, .next, .next]) == [.preview, .locationPermission, .done])
    #expect(
      states(Onboarding(isLocationGranted: true, isPushGranted: true), [.loggedIn, .next]) == [.preview, .done])
  }

  @Test func backLeadsToThePreview() {
    #expect(
      states(Onboarding(), [.loggedIn, .next, .next, .back, .back, .next, .back]) == [
        .preview, .locationPermission, .pushPermission, .preview, .preview, .locationPermission, .preview,
      ])
  }
}

@Suite struct FormFieldTests {
  @Test func aFieldIsValidated() {
    var field = FormField()
    #expect(field.handle(event: .finished) == [])
    #expect(field.state == .empty)
    #expect(field.handle(event: .typed("a")) == [])
    #expect(field.state == .entering(text: "a"))
    #expect(field.handle(event: .typed("ab")) == [])
    #expect(field.handle(event: .finished) == [.validate(text: "ab")])
    #expect(field.state == .validating(text: "ab"))
    #expect(field.handle(event: .rejected(message: "too short")) == [])
    #expect(field.state == .invalid(text: "ab", message: "too short"))
  }

  @Test func typingLeadsBackToEntering() {
    for state in [FormField.State.valid(text: "abc"), .invalid(text: "ab", message: "too short")] {
      var field = FormField(state: state)
      #expect(field.handle(event: .typed("x")) { _ in } == .transitioned)
      #expect(field.state == .entering(text: "x"))
    }
  }

  @Test func clearingLeadsToEmpty() {
    for state in [
      FormField.State.entering(text: "a"), .validating(text: "a"), .valid(text: "a"), .invalid(text: "a", message: "b"),
    ] {
      var field = FormField(state: state)
      field.handle(event: .cleared) { _ in }
      #expect(field.state == .empty)
    }
    #expect(!FormField().accepts(.cleared))
  }

  @Test func aLateAnswerIsIgnored() {
    var field = FormField(state: .validating(text: "a"))
    _ = field.handle(event: .typed("ab"))
    #expect(field.handle(event: .accepted) { _ in } == .ignored)
    #expect(field.state == .entering(text: "ab"))
  }

  @Test func aRestoredFieldValidatesAgain() {
    var field = FormField(state: .validating(text: "a"))
    var outputs: [FormField.Output] = []
    field.start { outputs.append($0) }
    #expect(outputs == [.validate(text: "a")])
  }
}

@Suite struct PushPermissionTests {
  @Test func acceptedTwice() {
    var machine = PushPermission()
    #expect(machine.handle(event: .accept) == [.showSystemPrompt])
    #expect(machine.state == .prompting)
    #expect(machine.handle(event: .accept) == [])
    #expect(machine.state == .accepted)
    #expect(machine.isFinal)
  }

  @Test func declined() {
    var atOnce = PushPermission()
    _ = atOnce.handle(event: .decline)
    #expect(atOnce.state == .declined)

    var late = PushPermission()
    _ = late.handle(event: .accept)
    _ = late.handle(event: .decline)
    #expect(late.state == .declined)
    #expect(late.handle(event: .accept) { _ in } == .ignored)
  }
}
