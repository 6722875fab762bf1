import { useEffect, useRef, useState } from 'react'

/** A value counts as chosen when the user has not moved it for this long. */
const REST_MS = 200

/**
 * A value that follows the user's movement immediately. `onRest` gets the value when the user has stopped moving it. Equal values must have
 * equal keys.
 */
export function useResting<Value>(at: Value, key: string | number, onRest: (value: Value) => void) {
  const [moved, setMoved] = useState<Value>()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  // After a change of `key`, `at` is the chosen value. So the value from the user's movement is not needed any more.
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
