import type { Thing } from '@shop/language/analysis/things'
import { invalidField } from '@shop/language/errors'
import type { CopyView } from '../copy/copy-view.ts'
import type { HistoryRange, ThingHistory } from './thing-history.ts'

/** Finds and lists things of one kind, such as orders, as they were after an event. */
export type Things = Readonly<{
  find: (view: CopyView, event: number, id: string) => Promise<Thing | undefined>
  list: (
    view: CopyView,
    event: number,
    page: ThingsPage,
  ) => Promise<Readonly<{ things: readonly Thing[]; next?: string }>>
  /** The events of a range that changed the thing. */
  history: (view: CopyView, range: HistoryRange) => Promise<ThingHistory>
}>

/** `after`: the `next` that the previous page returned. `search`: the list leaves out things that do not contain this text. */
export type ThingsPage = Readonly<{ limit: number; after?: string; search?: string }>

export const noSuchPage = () =>
  invalidField('cursor', 'Not the cursor of an earlier page', 'This page of the list does not exist')
