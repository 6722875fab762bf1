/** An icon of one path on a grid of 24, as large and as thick as `.icon` says; it stands beside words, which are what is read aloud. */
/* @__NO_SIDE_EFFECTS__ */
export const lineIcon =
  (path: string) =>
  ({ className = '' }: { className?: string }) => (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
      <path d={path} />
    </svg>
  )

export type LineIcon = ReturnType<typeof lineIcon>
