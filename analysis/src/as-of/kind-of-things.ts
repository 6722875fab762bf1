import type { Thing } from '@shop/language/analysis/things'
import { invalidField } from '@shop/language/errors'
import type { CopyView } from '../copy/copy-view.ts'
import type { HistoryRange, ThingHistory } from './thing-history.ts'

export type Things = Readonly<{
  find: (view: CopyView, event: number, id: string) => Promise<Thing | undefined>
  list: (
    view: CopyView,
    event: number,
    page: ThingsPage,
  ) => Promise<Readonly<{ things: readonly Thing[]; next?: string }>>
  history: (view: CopyView, range: HistoryRange) => Promise<ThingHistory>
}>

/** `after`: the `next` of the previous page. */
type ThingsPage = Readonly<{ limit: number; after?: string; search?: string }>

export const noSuchPage = () =>
  invalidField('cursor', 'Not the cursor of an earlier page', 'This page of the list does not exist')
