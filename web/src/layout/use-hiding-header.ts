import { useEffect } from 'react'

/** The header ignores a shorter scroll. */
const MOVE_PX = 8

/**
 * Hides the header on scrolling down, and shows it on scrolling up (styles/controls.css). The header stays while one of its buttons is
 * pressed, so that the press is not lost.
 */
export function useHidingHeader() {
  useEffect(() => {
    let last = window.scrollY
    let isPressed = false
    const look = () => {
      const { scrollY } = window
      if (isPressed || Math.abs(scrollY - last) < MOVE_PX) return
      document.documentElement.toggleAttribute('data-head-away', scrollY > last && scrollY > 200)
      last = scrollY
    }
    const press = ({ target }: Event) => {
      isPressed = target instanceof Element && target.closest('.page-head') !== null
    }
    // The header stays until the click, which comes after `pointerup`.
    const letGo = () => setTimeout(() => (isPressed = false))
    const stop = new AbortController()
    const listen = (type: string, act: (event: Event) => void) =>
      window.addEventListener(type, act, { passive: true, capture: true, signal: stop.signal })
    listen('scroll', look)
    listen('pointerdown', press)
    listen('pointerup', letGo)
    listen('pointercancel', letGo)
    return () => {
      stop.abort()
      document.documentElement.removeAttribute('data-head-away')
    }
  }, [])
}
