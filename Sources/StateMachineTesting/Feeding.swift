/// Feeds all that a value holds, where its type is not `Hashable`: field by field, down to values that are.
///
/// An object counts by its identity. A closure, or another value that shows nothing of itself, counts by its type alone.
public func feed(_ value: Any, to hasher: inout Hasher) {
  if let value = value as? any Hashable {
    hasher.combine(AnyHashable(value))
    return
  }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .class:
    hasher.combine(ObjectIdentifier(value as AnyObject))
    return
  case .enum:
    // The name of the case; without a payload, the mirror does not have it.
    hasher.combine(mirror.children.first?.label ?? String(describing: value))
  case nil: hasher.combine(ObjectIdentifier(type(of: value)))
  default: hasher.combine(mirror.children.count)
  }
  for child in mirror.children { feed(child.value, to: &hasher) }
}
