(body) @fold
(block) @fold
(swift_block) @fold
(action) @fold
