import { useEffect, useRef, useState } from 'react'

/** A moved value is requested once it has rested for this long. */
const REST_MS = 200

/** A value that moves immediately, and reports where it comes to rest. Equal values must have an equal `key`. */
export function useResting<Value>(at: Value, key: string | number, onRest: (value: Value) => void) {
  const [moved, setMoved] = useState<Value>()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The chosen value has arrived, so the moved one is dropped.
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
