import { useEffect, useRef } from 'react'

/** Focuses an element after the next render: a button that moves or is removed loses the focus. */
export function useFocusAfter(): (elementId: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    document.getElementById(wanted.current)?.focus()
    wanted.current = undefined
  })
  return (elementId) => {
    wanted.current = elementId
  }
}
