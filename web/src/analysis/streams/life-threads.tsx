import type { LifeEvent } from '@shop/language/analysis/streams'

const GAP = 14

export type Thread = Readonly<{ stream: string; kind: string; first: number; last: number }>

/** The result is sorted by `first`. */
export function threadsOf(events: readonly LifeEvent[]): readonly Thread[] {
  const threads = new Map<string, Thread>()
  for (const { stream, kind, event } of events)
    threads.set(stream, { stream, kind, first: threads.get(stream)?.first ?? event, last: event })
  return [...threads.values()]
}

/** Draws a line for each stream that has events both before and after this event. The event's own stream gets a mark. */
export const LifeThreads = ({ threads, event }: { threads: readonly Thread[]; event: LifeEvent }) => (
  <div aria-hidden className="relative hidden shrink-0 self-stretch lg:block" style={{ width: threads.length * GAP }}>
    {threads.map(({ stream, first, last }, index) => {
      const [isBegun, isOver] = [first < event.event, event.event >= last]
      const isOwn = stream === event.stream
      return (
        <i key={stream} className="absolute inset-y-0 w-3" style={{ left: index * GAP }}>
          {(isBegun || isOwn) && (!isOver || isOwn) && (
            <i
              className="absolute left-[5px] w-px bg-worn"
              style={{ top: isBegun ? 0 : 18, bottom: isOver ? 'calc(100% - 18px)' : 0 }}
            />
          )}
          {isOwn && <i className="absolute top-[13px] left-0 size-[11px] border-2 border-thread bg-bleach" />}
        </i>
      )
    })}
  </div>
)
