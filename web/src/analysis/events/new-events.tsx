import { useEffect, useRef, useState } from 'react'
import { numeral } from '../../lib/numeral.ts'

const SAY_EVERY_MS = 5_000

/** Announces new events to screen readers at intervals, because a message for each event would interrupt the user. */
export function NewEvents({ newest }: { newest: number | undefined }) {
  const latest = useRef(newest)
  const [said, setSaid] = useState(newest)
  useEffect(() => {
    latest.current = newest
  }, [newest])
  useEffect(() => {
    const saying = setInterval(() => setSaid(latest.current), SAY_EVERY_MS)
    return () => clearInterval(saying)
  }, [])
  return (
    <p role="status" className="sr-only">
      {said !== undefined && `New events, up to event ${numeral(said)}`}
    </p>
  )
}
