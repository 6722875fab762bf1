import type { Copy } from '../copy/open-copy.ts'
import { DAMAGED, unavailable } from './copied-range.ts'
import { QuestionFailed } from './question.ts'

/**
 * Makes the function that lets another process read the copy's files while the shop writes them. `read` runs that process. The function
 * commits the copy first, so that the process sees every event that a page of the analysis can already show. No file is removed before the
 * read has ended. If a file is damaged, the function throws `QuestionFailed`, and the copy is rebuilt.
 */
export const createReading =
  (copy: Pick<Copy, 'commit' | 'view' | 'check'>) =>
  async <T>(read: () => Promise<T>): Promise<T> => {
    await copy.commit()
    using _ = copy.view()
    if (!(await copy.check())) throw unavailable(DAMAGED)
    return await read().catch(async (error) => {
      // If the engine cannot read a file, it reports only `unavailable` and not which file. So all files are checked.
      if (error instanceof QuestionFailed && error.failure.reason === 'unavailable') await copy.check(true)
      throw error
    })
  }
