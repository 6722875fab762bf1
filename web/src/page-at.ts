import { matchPath } from 'react-router-dom'
import type { Page } from './page.ts'
import { adminPages, notFoundPage, shopPages } from './pages.ts'

/** The page at an address of the shop, and what stands in the place of its `:name`s. */
export function pageAt(pathname: string): { page: Page; params: Readonly<Record<string, string>> } {
  for (const page of [...shopPages, ...adminPages]) {
    const match = matchPath(page.path, pathname)
    if (match) return { page, params: match.params as Record<string, string> }
  }
  return { page: notFoundPage, params: {} }
}
