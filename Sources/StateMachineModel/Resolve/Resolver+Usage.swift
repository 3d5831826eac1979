extension Resolver {
  /// What the checks are told of the rows.
  var usage: Usage {
    Usage(
      events: used.events, outputs: used.outputs, properties: used.properties, guards: used.guards,
      effects: used.effects,
      guardNames: guards.names.ids.map { guards.names[$0].range },
      brokenRows: brokenRows, idleRows: idleRows, emptyWildcards: emptyWildcards,
      deferrals: deferRanges.map { Usage.Deferral(state: $0.state, event: $0.event, range: $0.range) },
      unusedHistoryDefaults: histories.unusedDefaults, hasBrokenHistory: histories.isBroken)
  }
}
