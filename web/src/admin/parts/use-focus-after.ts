import { useEffect, useRef } from 'react'

/**
 * Returns a function to call before a focused button is moved or removed. After the next render, the first existing element with one of the
 * given ids gets the focus.
 */
export function useFocusAfter(): (...elementIds: readonly string[]) => void {
  const wanted = useRef<readonly string[]>([])
  useEffect(() => {
    const there = wanted.current.map((id) => document.getElementById(id)).find((element) => element !== null)
    there?.focus()
    wanted.current = []
  })
  return (...elementIds) => {
    wanted.current = elementIds
  }
}
