/** An icon of one path on a grid of 24, with the size and line width of `.icon`. It stands beside words, so screen readers skip it. */
/* @__NO_SIDE_EFFECTS__ */
export const lineIcon =
  (path: string) =>
  ({ className = '' }: { className?: string }) => (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
      <path d={path} />
    </svg>
  )

export type LineIcon = ReturnType<typeof lineIcon>
