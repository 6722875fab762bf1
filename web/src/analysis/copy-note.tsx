import { AsOfEvent } from '../layout/as-of-event.tsx'
import { numeral } from '../lib/numeral.ts'
import { Note } from '../ui/note.tsx'
import { useCopyStatus } from './analysis-status.ts'
import { type EventRange, rangeWords } from './damage-facts.tsx'

export function CopyNote() {
  const { status, isAway, hasFailed } = useCopyStatus()
  if (isAway)
    return (
      <StatusNote tone="warn">
        <b className="font-semibold">Analysis does not run here.</b> Figures from the log are missing. Analysis is
        switched off (<code>ANALYSIS=off</code>), still starting, or not installed; a full <code>npm ci</code> installs
        it.
      </StatusNote>
    )
  if (hasFailed) return <StatusNote tone="bad">The state of the copy of the log could not be read.</StatusNote>
  if (!status) return null
  const damaged = status.damages?.newest.find(({ rebuiltAt }) => rebuiltAt === null)
  if (damaged) return <StatusNote tone="warn">{inDamaged(damaged, status.building)}</StatusNote>
  if (status.building) return <StatusNote tone="info">{inBuilding(status.building)}</StatusNote>
  return <AsOfEvent event={status.event} behind={status.behind} what="Data up to event" />
}

const StatusNote = ({ tone, children }: Pick<Parameters<typeof Note>[0], 'tone' | 'children'>) => (
  <div className="mb-6">
    <Note tone={tone}>{children}</Note>
  </div>
)

/** Before the rebuild begins, `done` equals `of`. */
function inDamaged(damaged: EventRange, { done, of } = { done: 0, of: 0 }) {
  const progress = done < of ? `: ${numeral(done)} of ${numeral(of)} events` : ''
  return `A part of the copy of the log is damaged (${rangeWords(damaged)}). The shop is rebuilding the copy from the log${progress}. Until then, pages and answers can fail or miss events. Try again in a minute.`
}

const inBuilding = ({ done, of }: { done: number; of: number }) =>
  `The copy of the log is being built: ${numeral(done)} of ${numeral(of)} events. Until then, figures cover only the copied events.`
