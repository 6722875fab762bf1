import { useEffect, useRef } from 'react'

/** A swipe has ended when nothing has moved for this long. */
const SETTLED_MS = 120

/** A track of full-width items that the user swipes one at a time. `onPlace` reports where a swipe ended. */
export function useSwiped(place: number, onPlace: (place: number) => void) {
  const track = useRef<HTMLUListElement>(null)
  const settled = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTakenOver = useRef(false)
  useEffect(() => {
    const element = track.current
    if (!element) return
    // If the user swiped before the script loaded, the track stays where it is.
    if (!isTakenOver.current && element.scrollLeft > 0) onScroll()
    else element.scrollLeft = place * element.clientWidth
    isTakenOver.current = true
  }, [place])
  useEffect(() => () => clearTimeout(settled.current), [])

  function onScroll() {
    clearTimeout(settled.current)
    settled.current = setTimeout(() => {
      const element = track.current
      if (!element || element.scrollWidth <= element.clientWidth) return
      const other = Math.round(element.scrollLeft / element.clientWidth)
      if (other !== place) onPlace(other)
    }, SETTLED_MS)
  }
  return { ref: track, onScroll }
}
