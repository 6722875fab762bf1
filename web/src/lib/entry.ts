import type { TrailBody } from '@shop/language/analysis/trail'

const SEARCH = /(^|\.)(google|bing|duckduckgo|ecosia|yahoo|qwant|startpage|brave|yandex|baidu)\./
const SOCIAL = /(^|\.)((instagram|facebook|pinterest|tiktok|reddit|youtube|linkedin|threads|twitter|x)\.|t\.co$)/

/** The kind of site that the visitor came from. The site's URL is not sent. */
export function entryOf(referrer: string, ownHost: string): TrailBody['entry'] {
  const [, host] = /^[\w-]+:\/\/([^/?#]+)/.exec(referrer) ?? []
  if (!host || host === ownHost) return 'direct'
  if (SEARCH.test(host)) return 'search'
  return SOCIAL.test(host) ? 'social' : 'other'
}
