import type { ReactNode } from 'react'

type Tone = 'ok' | 'warn' | 'bad' | 'vat' | 'neutral'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-[26px] items-center gap-2 border-l-2 border-current px-2.5 text-[0.8125rem] leading-none font-[550] whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

const tones: Record<Tone, string> = {
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  vat: 'bg-vat-wash text-vat',
  neutral: 'bg-chalk text-rinse',
}
