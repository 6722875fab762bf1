import { useEffect, useRef } from 'react'

/**
 * Returns a function to call before a change of `shown`. After the change, the element with this id gets the focus. A moved element loses
 * the focus, so it must get the focus only after the change.
 */
export function useFocusOn(shown: string): (elementId: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current !== undefined) document.getElementById(wanted.current)?.focus()
    wanted.current = undefined
  }, [shown])
  return (elementId) => {
    wanted.current = elementId
  }
}
