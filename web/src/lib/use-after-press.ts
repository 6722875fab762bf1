import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns a function that waits until no pointer is pressed, and then shows something. A hint that appears when a field loses the focus
 * would move a button from under the pressing pointer, and the press would be lost.
 */
export function useAfterPress(): (show: () => void) => Promise<void> {
  const isDown = useRef(false)
  useEffect(() => {
    const stop = new AbortController()
    const note = (type: 'pointerdown' | 'pointerup' | 'pointercancel', down: boolean) =>
      document.addEventListener(type, () => (isDown.current = down), { capture: true, signal: stop.signal })
    note('pointerdown', true)
    note('pointerup', false)
    note('pointercancel', false)
    return () => stop.abort()
  }, [])
  return async (show) => {
    while (isDown.current) {
      await new Promise((resolve) => {
        for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, resolve, { once: true })
      })
      // The click comes after the release of the pointer.
      await new Promise((clicked) => setTimeout(clicked))
    }
    // Draws the hint immediately. On a busy machine, React might otherwise draw it during the next press.
    flushSync(show)
  }
}
