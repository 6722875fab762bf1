import type { Thing } from '@shop/language/api/things'
import { invalidField } from '@shop/language/errors'
import type { CopyView } from '../copy/copy-view.ts'

/** Things of one kind after an event. */
export type Things = Readonly<{
  find: (view: CopyView, event: number, id: string) => Promise<Thing | undefined>
  /** `after`: the value of `next` in the previous page. */
  list: (
    view: CopyView,
    event: number,
    page: Readonly<{ limit: number; after?: string }>,
  ) => Promise<Readonly<{ things: readonly Thing[]; next?: string }>>
}>

export const noSuchPage = () =>
  invalidField('cursor', 'Not the cursor of an earlier page', 'The page asked for does not exist')
