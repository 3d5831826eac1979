func fetch(_ url: String) async throws -> String { url }
