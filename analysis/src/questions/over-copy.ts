import { DAMAGED } from '../copy/damaged.ts'
import type { Copy } from '../copy/open-copy.ts'
import { unavailable } from './copied-range.ts'
import { QuestionFailed } from './question.ts'

/**
 * `read` runs another process that reads the copy's files. So the copied events are committed first. Throws `QuestionFailed` if a file is
 * damaged.
 */
export const createReading =
  (copy: Pick<Copy, 'commit' | 'view' | 'check'>) =>
  async <T>(read: () => Promise<T>): Promise<T> => {
    await copy.commit()
    using _ = copy.view()
    if (!(await copy.check())) throw unavailable(DAMAGED)
    return await read().catch(async (error) => {
      // The engine does not report which file it cannot read, so all files are checked.
      const canBeDamage = error instanceof QuestionFailed && error.failure.reason === 'unavailable'
      throw canBeDamage && !(await copy.check(true)) ? unavailable(DAMAGED) : error
    })
  }
