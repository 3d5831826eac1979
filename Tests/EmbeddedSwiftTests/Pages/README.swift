/// One request.
func fetch() async throws -> String { "" }
