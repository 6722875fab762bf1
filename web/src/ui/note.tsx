import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from './icons/icons.tsx'
import type { LineIcon } from './icons/line-icon.tsx'

type Tone = 'ok' | 'warn' | 'bad' | 'info'

type NoteProps = { tone: Tone; className?: string; action?: ReactNode; children: ReactNode }

export function Note({ tone, className = '', action, children }: NoteProps) {
  const { look, Icon } = tones[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3.5 text-[0.90625rem] leading-[1.45] ${look} ${className}`}
    >
      <div className="flex min-w-0 flex-1 basis-56 gap-3">
        <Icon className="mt-px" />
        <div className="min-w-0">{children}</div>
      </div>
      {action}
    </div>
  )
}

export const NoteButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button variant="outline" small onClick={onClick}>
    {children}
  </Button>
)

const tones: Record<Tone, { look: string; Icon: LineIcon }> = {
  ok: { look: 'bg-ok-wash text-ok', Icon: CircleCheck },
  warn: { look: 'bg-warn-wash text-warn', Icon: TriangleAlert },
  bad: { look: 'bg-bad-wash text-bad', Icon: CircleAlert },
  info: { look: 'bg-chalk text-rinse', Icon: Info },
}
