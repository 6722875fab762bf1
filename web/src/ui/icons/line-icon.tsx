/** Screen readers skip the icon, because words or an `aria-label` say the same. */
/* @__NO_SIDE_EFFECTS__ */
export const lineIcon =
  (path: string) =>
  ({ className = '' }: { className?: string }) => (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
      <path d={path} />
    </svg>
  )

export type LineIcon = ReturnType<typeof lineIcon>
