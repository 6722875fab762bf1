import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** A hint that appears while a pointer is pressed would move a button away, and the press would be lost. */
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
      // The click comes after the release.
      await new Promise((clicked) => setTimeout(clicked))
    }
    // Without `flushSync`, React might draw the hint during the next press.
    flushSync(show)
  }
}
