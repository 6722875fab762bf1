import { useEffect, useRef, useState } from 'react'

/** A moved value counts as chosen when it has not moved for this long. */
const REST_MS = 200

/**
 * A value that follows the user's movement at once. `onRest` gets the value when it has stopped moving. Equal values must have an equal
 * `key`.
 */
export function useResting<Value>(at: Value, key: string | number, onRest: (value: Value) => void) {
  const [moved, setMoved] = useState<Value>()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  // `at` has the chosen value now, so the moved value is no longer needed.
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
