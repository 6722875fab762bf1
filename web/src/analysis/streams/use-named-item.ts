import { useEffect, useRef } from 'react'

export function useNamedItem(isNamed: boolean) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isNamed) return
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'center' })
  }, [isNamed])
  return { ref, ...(isNamed && { tabIndex: -1, 'aria-current': true as const }) }
}
