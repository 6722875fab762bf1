const MARGIN_PX = 24
/** The space for the header. */
const TOP_PX = 101

/** A ref for a sticky element that can be taller than the window. The element sticks once its last line has scrolled into view. */
export function stickyWhenTall(element: HTMLElement | null) {
  if (!element) return
  const place = () => {
    element.style.top = `${Math.min(TOP_PX, window.innerHeight - element.offsetHeight - MARGIN_PX)}px`
  }
  const observer = new ResizeObserver(place)
  observer.observe(element)
  window.addEventListener('resize', place)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', place)
  }
}
