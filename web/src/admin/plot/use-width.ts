import { useState } from 'react'

/** How wide an element is drawn, in pixels: a plot is drawn anew for a narrow screen, never shrunk. */
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
