import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Shows the result of a click or of a return to the page. Scrolls to the result and gives it the focus, so that it is read out. A new
 * `about` repeats this.
 */
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
