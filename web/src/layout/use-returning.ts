import { useEffect } from 'react'

/** A smaller move is none. */
const MOVE_PX = 8

/**
 * Sends the header away when one scrolls down, and brings it back on the way up (styles/controls.css). It stays where it is while one of
 * its buttons is pressed: the button would move from under the pointer, and the press would be lost.
 */
export function useReturning() {
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
    // The click comes right after the pointer has let go.
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
