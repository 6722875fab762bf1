import { useState } from 'react'

/** The width of an element in pixels. */
export function useWidth(initial: number) {
  const [width, setWidth] = useState(initial)
  const [observe] = useState(() => (element: Element | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? initial)))
    observer.observe(element)
    return () => observer.disconnect()
  })
  return [width, observe] as const
}
