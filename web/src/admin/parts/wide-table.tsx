import type { ReactNode } from 'react'

type WideProps = { label: string; className?: string; children: ReactNode }

export const WideTable = ({ label, className = '', children }: WideProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach an area that scrolls (WCAG 2.1.1).
  <section aria-label={label} tabIndex={0} className={`wide-table max-w-full ${className}`}>
    {children}
  </section>
)
