import { useEffect, useState } from 'react'

/** The seconds that are left. Each new number of seconds from the shop corrects them. */
export function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    setLeft(seconds)
    if (seconds === 0) return
    const counting = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000)
    return () => clearInterval(counting)
  }, [seconds])
  return left
}

export const waitInWords = (seconds: number) =>
  `“Verify now” and “Compute the head” both read the whole log, which the shop does at most once a minute. Both can be pressed again in ${seconds} s.`
