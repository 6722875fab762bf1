import { createBooksAsOf } from '@shop/analysis/as-of/books-as-of'
import { createModelsAsOf } from '@shop/analysis/as-of/models-as-of'
import { createThingsAsOf } from '@shop/analysis/as-of/things'
import type { Copy } from '@shop/analysis/copy/open-copy'
import { createExplain } from '@shop/analysis/explain/explain'

export type Asking = ReturnType<typeof askingOf>

/** What the room for analysts answers with. */
export function askingOf(copy: Copy, folder: string) {
  const models = createModelsAsOf(copy, folder)
  const things = createThingsAsOf(copy, models)
  const { keepUp } = models
  return { books: createBooksAsOf(copy, models.dashboard), explain: createExplain(copy, models), keepUp, ...things }
}
