extension Resolver {
  /// What the checks are told of the rows.
  var usage: Usage {
    Usage(
      events: usedEvents, outputs: usedOutputs, properties: usedProperties, guards: usedGuards,
      guardNames: guardNames.ids.map { guardNames[$0].range },
      brokenRows: brokenRows.map { Usage.BrokenRow(sources: $0.sources, target: $0.target) },
      deferrals: deferRanges.map { Usage.Deferral(state: $0.state, event: $0.event, range: $0.range) },
      unusedHistoryDefaults: unusedHistoryDefaults, hasBrokenHistory: hasBrokenHistory)
  }
}
