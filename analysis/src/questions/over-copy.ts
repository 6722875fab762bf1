import type { Copy } from '../copy/open-copy.ts'
import { DAMAGED, unavailable } from './copied-range.ts'
import { QuestionFailed } from './question.ts'

/**
 * Reads the files of a copy that is being written: all that lists of events show by now, and what is read stays until it was. Throws
 * `QuestionFailed` where a file is damaged; the copy is made anew then.
 */
export const createReading =
  (copy: Pick<Copy, 'commit' | 'view' | 'check'>) =>
  async <T>(read: () => Promise<T>): Promise<T> => {
    await copy.commit()
    using _ = copy.view()
    if (!(await copy.check())) throw unavailable(DAMAGED)
    return await read().catch(async (error) => {
      // An engine that cannot read a file says no more than that.
      if (error instanceof QuestionFailed && error.failure.reason === 'unavailable') await copy.check(true)
      throw error
    })
  }
