import {
  type DragEvent,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'

const DRAG_SPEED = 1.5
const CLICK_PX = 5

export function useCarousel(track: RefObject<HTMLElement | null>, count: number) {
  const [place, setPlace] = useState({ atStart: true, atEnd: false, share: 1, progress: 0 })
  const start = useRef<{ x: number; left: number } | null>(null)
  const moved = useRef(false)

  useEffect(() => {
    const element = track.current
    if (!element) return
    const read = () => setPlace(placeOf(element))
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [track, count])

  const stop = () => {
    start.current = null
  }

  const drag = {
    onPointerDown: ({ pointerType, button, clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      moved.current = false
      if (pointerType === 'mouse' && button === 0) start.current = { x: clientX, left: currentTarget.scrollLeft }
    },
    onPointerMove: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      if (!start.current) return
      const distance = clientX - start.current.x
      if (Math.abs(distance) > CLICK_PX) moved.current = true
      if (moved.current) currentTarget.scrollLeft = start.current.left - distance * DRAG_SPEED
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onDragStart: (event: DragEvent) => event.preventDefault(),
    // Browsers do not scroll a half-visible item into view on focus.
    onFocus: ({ target }: FocusEvent) =>
      target.matches(':focus-visible') && target.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    onClickCapture: (event: MouseEvent) => moved.current && event.preventDefault(),
  }

  return { ...place, drag }
}

function placeOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) {
  const room = scrollWidth - clientWidth
  return {
    atStart: scrollLeft <= 1,
    atEnd: scrollLeft >= room - 1,
    share: scrollWidth > 0 ? clientWidth / scrollWidth : 1,
    progress: room > 0 ? scrollLeft / room : 0,
  }
}
