import { type ReactNode, useId } from 'react'

export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="text-[1.0625rem] leading-[1.3] font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
