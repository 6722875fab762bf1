import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns a function that shows something once nothing is pressed. What appears when a field is left would move a button from under the
 * pointer that is pressing it, and the press would be lost.
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
      // The click comes right after it.
      await new Promise((clicked) => setTimeout(clicked))
    }
    // Drawn when React comes to it, on a busy machine it would appear during the next press.
    flushSync(show)
  }
}
