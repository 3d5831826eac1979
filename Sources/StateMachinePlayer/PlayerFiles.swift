// Tests/GoldenTests/update writes this file from the files in the folder Page: change these instead.

/// The parts of a page that plays machines.
enum PlayerFiles {
  static let frame = ##"""
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>{{title}}</title>
    <style>{{style}}</style></head><body>
    {{pictures}}<script type="application/json" id="machines">{{machines}}</script>
    <script type="application/json" id="labels">{{labels}}</script>
    <script>{{script}}</script></body></html>
    """##
  static let style = ##"""
    """##
  static let script = ##"""
    """##
}
