import { type ReactNode, useEffect, useRef } from 'react'

/** Scrolls to the message and gives it the focus, so that a screen reader reads it. Does so again for a new `about`. */
export function ResultMessage({ about, children }: { about: unknown; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [about])
  return (
    <div ref={ref} tabIndex={-1} className="scroll-my-28">
      {children}
    </div>
  )
}
