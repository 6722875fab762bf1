import { START } from '@shop/language/events/event'
import { ConfigError, UNUSABLE_DATA } from '../config.ts'
import { type Found, type Mismatch, numberOf } from './mismatch.ts'

const SEE = 'docs/operating.md, "A start that is refused"'

/** `log`: the log's file, or the variable that names its server. */
export function logRefused({ is, id, head, seen, by }: Mismatch, log: string): ConfigError {
  const others = by.join(', ')
  const [end, far] = [numberOf(head), numberOf(seen)]
  // Positions on a server count bytes, not events.
  const isCounted = log.endsWith('.db')
  const missing = isCounted ? `${far - end} events are missing` : `what was stored since then is missing`
  const why = {
    missing: `${log} has no event, but this shop was ${seen === START ? 'used before' : `already at position ${far}`} (${others})${seen === START ? '' : `: ${missing}`}. Put its newest log back. To begin a new shop, empty the other stores too, or start once with FIRST_START=yes`,
    another: `${log} is not the log of this shop: its id is ${id}, and it ends at position ${end}. This shop has read its own log up to position ${far} (${others}). Put that log back. If the log was replaced on purpose, start once with --accept-shorter-log`,
    shorter: `${far > end ? `${log} ends at position ${end}, but this shop was already at position ${far} (${others}): ${missing}` : `${log} lacks events that this shop has seen, up to position ${far} (${others}), and has other events there`}. Put its newest log back, with its -wal file if there is one. Move a -wal file of another log out of the folder. If an older log was restored on purpose, start once with --accept-shorter-log`,
  }[is]
  return refused(`${why} (${SEE})`)
}

/** `keys`: the file of the keys, or the variable that names their server. */
export function keysRefused({ counted, belonging, keyStore }: Found, keys: string): ConfigError {
  const which =
    belonging && keyStore && belonging.id !== keyStore
      ? `${keys} is the key store ${belonging.id}, but this log belongs to the key store ${keyStore}`
      : belonging
        ? `${keys} is older than this log`
        : `${keys} is missing, is older than this log, or belongs to another log`
  const { people = 0, lost = 0 } = counted ?? {}
  return refused(
    `${which}: ${lost} of ${people} people have no key and were not erased. Put the newest keys back, or start once with --accept-lost-keys, which shows those people as erased (${SEE})`,
  )
}

export const shopWideKeyRefused = (name: string, keys: string): ConfigError =>
  refused(
    `${keys}: the key ${name} is damaged. The shop does not start without this key. Restore the key from a backup with npm run shop -- merge-keys (${SEE})`,
  )

const refused = (what: string) => new ConfigError(what, { exitCode: UNUSABLE_DATA })
