/** An event as reports look at it. */
export type PastEvent = Readonly<{
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: each type has its own fields
  data: any
  recordedAt: string
  stream: string
}>

/** A row of the trail's counts as its files have it. */
export type SeenRow = Readonly<{
  day: string
  what: string
  thing: string | null
  size: string | null
  color: string | null
  found: boolean | null
  count: number
}>

/** The rows of a report, from the events and the trail themselves. */
export type Fold = (
  past: readonly PastEvent[],
  parameters?: Readonly<Record<string, number>>,
  seen?: readonly SeenRow[],
) => readonly object[]
