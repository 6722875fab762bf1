import type { ShopConfig } from '@shop/language/api/shop-config'
import type { Seen, TrailBody } from '@shop/language/api/trail'
import { TRAIL_WORD } from '@shop/language/api/trail-words'
import { api } from './api.ts'
import { entryOf } from './entry.ts'
import { lasting } from './storage.ts'

/** As many as the shop takes at once. */
const MOST = 20
/** As long ago as the shop believes. */
const MOST_MINUTES = 24 * 60

const waiting: Readonly<{ seen: Seen; atMs: number }>[] = []
/** Whether who saw what waits was signed in. */
let wasSignedIn = false
const isKept = asked()

/**
 * Tells the shop what was seen, all at once: when the tab is left, when there is as much as the shop takes, or before the first thing
 * that is seen after signing in or out, so that each is told with who it was then.
 */
export async function tell(seen: Seen) {
  const isSignedIn = lasting.getItem('token') !== null
  const atMs = Date.now()
  if (!(await isKept)) return
  if (isSignedIn !== wasSignedIn) send()
  wasSignedIn = isSignedIn
  waiting.push({ seen, atMs })
  if (waiting.length === MOST) send()
}

/** Whether the shop keeps a trail, and of this browser: one may say to every site that it is not to be followed. */
async function asked() {
  if ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl) return false
  const { trail } = await api.get<ShopConfig>('/api/config')
  if (trail) document.addEventListener('visibilitychange', () => document.hidden && send())
  return trail
}

function send() {
  const seen = waiting.splice(0, MOST).map(toldOf)
  if (seen.length === 0) return
  const body: TrailBody = {
    device: window.innerWidth < 640 ? 'phone' : window.innerWidth < 1024 ? 'tablet' : 'desk',
    entry: entryOf(document.referrer, window.location.host),
    isSignedIn: wasSignedIn,
    seen,
  }
  navigator.sendBeacon('/api/trail', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

/** As the shop takes it: without a word that it would refuse all of them for. */
function toldOf({ seen, atMs }: (typeof waiting)[number]): Seen {
  const ago = Math.min(MOST_MINUTES, Math.max(0, Math.floor((Date.now() - atMs) / 60_000)))
  return seen.what === 'refused add'
    ? { ...seen, ago, size: taken(seen.size), color: taken(seen.color) }
    : { ...seen, ago }
}

const taken = (word: string) => (TRAIL_WORD.test(word) ? word : '')
