nonisolated enum HTTP2 {
  struct Window { var size: Int }
  struct Stream {}
}
