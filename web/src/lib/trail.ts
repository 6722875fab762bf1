import type { Seen, TrailBody } from '@shop/language/analysis/trail'
import { TRAIL_WORD } from '@shop/language/analysis/trail-words'
import type { ShopConfig } from '@shop/language/shop/api'
import { api } from './api.ts'
import { lasting } from './storage.ts'

/** The most records in one request. */
const MOST = 20
/** The shop accepts no older record. */
const MOST_MINUTES = 24 * 60

const waiting: Readonly<{ seen: Seen; atMs: number }>[] = []
let wasSignedIn = false
const isKept = asked()

/**
 * A batch is sent when the tab is hidden, when the batch is full, and when the visitor has signed in or out, because `isSignedIn` applies
 * to the whole batch.
 */
export async function record(seen: Seen) {
  const isSignedIn = lasting.getItem('token') !== null
  const atMs = Date.now()
  if (!(await isKept)) return
  if (isSignedIn !== wasSignedIn) send()
  wasSignedIn = isSignedIn
  waiting.push({ seen, atMs })
  if (waiting.length === MOST) send()
}

/** Whether the shop keeps a trail, and the browser allows tracking. */
async function asked() {
  if ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl) return false
  const { trail } = await api.get<ShopConfig>('/api/config')
  if (trail) document.addEventListener('visibilitychange', () => document.hidden && send())
  return trail
}

function send() {
  const seen = waiting.splice(0, MOST).map(acceptableOf)
  if (seen.length === 0) return
  const body: TrailBody = {
    device: window.innerWidth < 640 ? 'phone' : window.innerWidth < 1024 ? 'tablet' : 'desk',
    entry: entryOf(document.referrer, window.location.host),
    isSignedIn: wasSignedIn,
    seen,
  }
  navigator.sendBeacon('/api/trail', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

/** One refused word would make the shop refuse the whole batch. */
function acceptableOf({ seen, atMs }: (typeof waiting)[number]): Seen {
  const ago = Math.min(MOST_MINUTES, Math.max(0, Math.floor((Date.now() - atMs) / 60_000)))
  return seen.what === 'refused add'
    ? { ...seen, ago, size: acceptedOrEmpty(seen.size), color: acceptedOrEmpty(seen.color) }
    : { ...seen, ago }
}

const acceptedOrEmpty = (word: string) => (TRAIL_WORD.test(word) ? word : '')

const SEARCH = /(^|\.)(google|bing|duckduckgo|ecosia|yahoo|qwant|startpage|brave|yandex|baidu)\./
const SOCIAL = /(^|\.)((instagram|facebook|pinterest|tiktok|reddit|youtube|linkedin|threads|twitter|x)\.|t\.co$)/

/** The kind of site that the visitor came from. The site's URL is not sent. */
function entryOf(referrer: string, ownHost: string): TrailBody['entry'] {
  const [, host] = /^[\w-]+:\/\/([^/?#]+)/.exec(referrer) ?? []
  if (!host || host === ownHost) return 'direct'
  if (SEARCH.test(host)) return 'search'
  return SOCIAL.test(host) ? 'social' : 'other'
}
