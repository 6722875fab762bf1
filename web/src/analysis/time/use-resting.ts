import { useEffect, useRef, useState } from 'react'

/** A value that has not moved for this long counts as chosen. */
const REST_MS = 200

/**
 * The value follows the user's movement at once. `onRest` gets the value when the movement has stopped. When `key` changes, `at` replaces
 * the moved value.
 */
export function useResting<Value>(at: Value, key: string | number, onRest: (value: Value) => void) {
  const [moved, setMoved] = useState<Value>()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setMoved(undefined), [key])
  useEffect(() => () => clearTimeout(resting.current), [])
  return {
    value: moved ?? at,
    move(value: Value) {
      setMoved(value)
      clearTimeout(resting.current)
      resting.current = setTimeout(() => onRest(value), REST_MS)
    },
  }
}
