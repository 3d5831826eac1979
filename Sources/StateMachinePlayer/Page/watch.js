// While a command watches, this stands in a page: each second, a frame reads the page's file as far as here, and tells
// its version. Where that is another, or none as nobody watches any more, the page loads itself anew.
const version = "{{version}}"
if (parent !== window) {
  parent.postMessage({ version }, "*")
  window.stop()
} else {
  let frame, told = version
  addEventListener("message", ({ data, source }) => {
    if (source !== frame?.contentWindow) return
    told = data.version
    if (told !== version) location.reload()
  })
  setInterval(() => {
    if (document.hidden || !told) return
    frame?.remove()
    frame = document.createElement("iframe")
    told = ""
    Object.assign(frame, { hidden: true, src: `${location.pathname}?${Date.now()}` })
    frame.onload = () => setTimeout(() => told || location.reload(), 500)
    document.documentElement.append(frame)
  }, 1000)
}
