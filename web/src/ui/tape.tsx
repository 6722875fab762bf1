/** The caller positions the tape. */
export function Tape({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`tape absolute inset-y-0 w-(--tape) ${className}`} />
}
