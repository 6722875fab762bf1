import { useEffect, useRef } from 'react'

/** Focuses the first of these elements that exists after the next render, because a moved or removed button loses the focus. */
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
