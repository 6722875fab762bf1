export type PastEvent = Readonly<{
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: each type has its own fields
  data: any
  recordedAt: string
  stream: string
}>

export type SeenRow = Readonly<{
  day: string
  what: string
  thing: string | null
  size: string | null
  color: string | null
  found: boolean | null
  count: number
}>

export type Parameters = Readonly<{ days?: number; cohort?: string }>

/** The expected rows of a report, computed directly from the events and the trail. */
export type Fold = (past: readonly PastEvent[], parameters?: Parameters, seen?: readonly SeenRow[]) => readonly object[]
