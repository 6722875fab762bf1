import { useEffect } from 'react'

/** A smaller move is none. */
const MOVE_PX = 8

/** Sends the header away when one scrolls down, and brings it back on the way up (styles/controls.css). */
export function useReturning() {
  useEffect(() => {
    let last = window.scrollY
    const look = () => {
      const { scrollY } = window
      if (Math.abs(scrollY - last) < MOVE_PX) return
      document.documentElement.toggleAttribute('data-head-away', scrollY > last && scrollY > 200)
      last = scrollY
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      window.removeEventListener('scroll', look)
      document.documentElement.removeAttribute('data-head-away')
    }
  }, [])
}
