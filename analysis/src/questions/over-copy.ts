import type { Copy } from '../copy/open-copy.ts'
import { DAMAGED, unavailable } from './copied-range.ts'
import { QuestionFailed } from './question.ts'

/**
 * Reads the files of a copy that is being written. Commits first, so that the read sees all events that lists show. The files stay until
 * the read is done. Throws `QuestionFailed` where a file is damaged; the copy is then rebuilt.
 */
export const createReading =
  (copy: Pick<Copy, 'commit' | 'view' | 'check'>) =>
  async <T>(read: () => Promise<T>): Promise<T> => {
    await copy.commit()
    using _ = copy.view()
    if (!(await copy.check())) throw unavailable(DAMAGED)
    return await read().catch(async (error) => {
      // An engine that cannot read a file reports only `unavailable`, so check all files.
      if (error instanceof QuestionFailed && error.failure.reason === 'unavailable') await copy.check(true)
      throw error
    })
  }
