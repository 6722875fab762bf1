import { useEffect, useRef } from 'react'

/** Puts the focus on an element once what was just done is drawn: a button that moves, or goes, loses it. */
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
