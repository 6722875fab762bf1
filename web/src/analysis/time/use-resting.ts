import { useEffect, useRef, useState } from 'react'

/** What is moved along the time is asked for when it rests. */
const REST_MS = 200

/** A value that moves at once, and says where it has come to rest. `key` is the same for the same value. */
export function useResting<Value>(at: Value, key: string | number, onRest: (value: Value) => void) {
  const [moved, setMoved] = useState<Value>()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What was chosen is seen.
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
