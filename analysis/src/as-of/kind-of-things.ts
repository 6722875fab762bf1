import type { Thing } from '@shop/language/analysis/things'
import { invalidField } from '@shop/language/errors'
import type { CopyView } from '../copy/copy-view.ts'

/** Finds and lists things of one kind, such as orders, as they were after an event. */
export type Things = Readonly<{
  find: (view: CopyView, event: number, id: string) => Promise<Thing | undefined>
  /** `after`: the `next` that the previous page returned. */
  list: (
    view: CopyView,
    event: number,
    page: Readonly<{ limit: number; after?: string }>,
  ) => Promise<Readonly<{ things: readonly Thing[]; next?: string }>>
}>

export const noSuchPage = () =>
  invalidField('cursor', 'Not the cursor of an earlier page', 'This page of the list does not exist')
