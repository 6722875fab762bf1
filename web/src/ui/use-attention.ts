import { useEffect, useState } from 'react'

export function useAttention() {
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [isUnseen, setUnseen] = useState(document.hidden)

  useEffect(() => {
    const look = () => setUnseen(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  return {
    mustWait: hasPointer || hasFocus || isUnseen,
    attention: {
      onPointerEnter: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  }
}
