import { StoreUnavailable } from '@shop/language/errors'
import { isSqliteError } from './open-sqlite.ts'

const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])
/** Writing a page failed before anything was synced (sqlite.org/rescode.html). */
const IOERR_WRITE = 778

/** Whether the disk is full or read-only. Then nothing was stored, and later writes can succeed. */
export function isUnwritable(error: unknown): boolean {
  if (isSqliteError(error, 'FULL', 'READONLY')) return true
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown }
  return errcode === IOERR_WRITE || CODES.has(code)
}

export const unwritable = (cause: unknown) =>
  new StoreUnavailable('Nothing can be written', {
    cause,
    publicMessage: 'We cannot take any changes right now. Try again in a moment',
  })
