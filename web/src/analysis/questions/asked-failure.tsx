import type { RunFailure as Failed } from '@shop/language/analysis/runs'
import { useEffect, useRef } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { RunFailure } from './run-failure.tsx'

type FailureProps = {
  id?: string
  failure: Failed | undefined
  error: Error | null
  fallback: string
  onRetry: () => void
}

/** The failure is scrolled into view, and takes the focus unless the caret moves to the mistake. */
export function AskedFailure({ id, failure, error, fallback, onRetry }: FailureProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!error && (!failure || failure.reason === 'cancelled')) return
    if (failure?.position === undefined) ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [failure, error])
  return (
    <div ref={ref} id={id} tabIndex={-1} className="scroll-my-28">
      <RunFailure failure={failure} />
      <AdminFailure error={error} fallback={fallback} onRetry={onRetry} />
    </div>
  )
}
