import type { ReactNode } from 'react'

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-rinse">{name}</dt>
    <dd className="num min-w-0 text-right wrap-anywhere">{children}</dd>
  </div>
)
