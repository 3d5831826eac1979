nonisolated enum BodyError: Error {
  case tooLong
}
