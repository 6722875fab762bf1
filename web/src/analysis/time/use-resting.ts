import { useEffect, useRef, useState } from 'react'

const REST_MS = 200

/** Calls `onRest` when the value has stopped moving. When `key` changes, `at` replaces the moved value. */
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
