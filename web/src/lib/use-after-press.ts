import { useEffect, useRef } from 'react'

/**
 * Returns a function that resolves once nothing is pressed. What appears when a field is left would move a button from under the
 * pointer that is pressing it, and the press would be lost.
 */
export function useAfterPress(): () => Promise<void> {
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
  return async () => {
    if (!isDown.current) return
    await new Promise((resolve) => {
      for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, resolve, { once: true })
    })
    // The click comes right after it.
    await new Promise((clicked) => setTimeout(clicked))
  }
}
