import CompilerProperties

/// Checks the properties for one input of libFuzzer; stops the program if one does not hold, so that libFuzzer keeps
/// the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = CompilerProperties.violation(of: bytes) { fatalError(violation) }
  return 0
}
