import CompilerProperties

/// What libFuzzer calls with every input: it stops where a property does not hold, and keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = CompilerProperties.violation(of: bytes) { fatalError(violation) }
  return 0
}
