import { useEffect, useState } from 'react'

/** The last value that stayed the same for `pauseMs`. */
export function usePaused<Value>(value: Value, pauseMs: number): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return paused
}
