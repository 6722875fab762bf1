import type { Page } from './page.ts'
import { allPages, notFoundPage } from './pages.ts'

export function pageAt(pathname: string): { page: Page; params: Readonly<Record<string, string>> } {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(pathname)
    if (!match) continue
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)])
    return { page, params: Object.fromEntries(params) }
  }
  return { page: notFoundPage, params: {} }
}

/** Upper case, lower case and trailing slashes make no difference. */
const patterns = allPages.map((page) => {
  const named = page.path.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return { page, pattern: new RegExp(`^${named}/*$`, 'i') }
})

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
