import { useEffect, useRef } from 'react'

/** The attributes of an item in a list of events. The item that the URL names (`isNamed`) gets the focus and is scrolled into view. */
export function useNamedItem(isNamed: boolean) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isNamed) return
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'center' })
  }, [isNamed])
  return { ref, ...(isNamed && { tabIndex: -1, 'aria-current': true as const }) }
}
