/// Feeds a value to a hasher. A value that is not `Hashable` is fed field by field, down to values that are.
///
/// An object is fed as its identity. A closure, or another value without visible fields, is fed as its type alone.
public func feed<Value>(_ value: Value, to hasher: inout Hasher) {
  if let value = value as? any Hashable {
    hasher.combine(AnyHashable(value))
    return
  }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .class:
    hasher.combine(ObjectIdentifier(value as AnyObject))
    return
  case .struct:
    // A continuation has no fields; its identity is its bits.
    if let waiter = Waiter(value) { return hasher.combine(waiter) }
    hasher.combine(mirror.children.count)
  case .enum:
    // The name of the case; without a payload, the mirror does not have it.
    hasher.combine(mirror.children.first?.label ?? String(describing: value))
  case .dictionary, .set:
    // Equal sets and dictionaries may have their elements in different orders.
    var sum = 0
    for child in mirror.children {
      var own = Hasher()
      feed(child.value, to: &own)
      sum &+= own.finalize()
    }
    hasher.combine(sum)
    return
  case nil: hasher.combine(ObjectIdentifier(type(of: value)))
  default: hasher.combine(mirror.children.count)
  }
  for child in mirror.children { feed(child.value, to: &hasher) }
}

/// Feeds a `Hashable` value to a hasher.
public func feed(_ value: some Hashable, to hasher: inout Hasher) { hasher.combine(value) }

/// Feeds nothing, as the value cannot be copied: configurations that differ only in such values count as equal.
@_disfavoredOverload
public func feed<Value: ~Copyable>(_ value: borrowing Value, to hasher: inout Hasher) {}

/// Returns the value of a property that is private to the file of the type that declares the property.
public func hidden<Value>(_ property: String, in value: Any) -> Value {
  let found = Mirror(reflecting: value).children.first { $0.label == property }
  guard let read = found?.value as? Value else { preconditionFailure("'\(property)' is no \(Value.self)") }
  return read
}

/// Returns how many elements a collection has that is a private property of a value.
public func count(ofElements property: String, in value: Any) -> Int {
  let list = Mirror(reflecting: value).children.first { $0.label == property }
  return list.map { Mirror(reflecting: $0.value).children.count } ?? 0
}
