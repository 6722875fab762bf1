import type { CopiedEvent } from '@shop/language/analysis/api'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { copiedEvent } from './questions-api.ts'

const client = new QueryClient()
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

test('an event that is not copied yet is fetched again; a copied event is fetched once', async () => {
  let newest = 6
  const fetched = vi.fn(async () => Response.json([{ event: newest } as CopiedEvent]))
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', fetched)
  expect(await client.fetchQuery(copiedEvent(7))).toBeNull()
  newest = 7
  expect(await client.fetchQuery(copiedEvent(7))).toEqual({ event: 7 })
  expect(await client.fetchQuery(copiedEvent(7))).toEqual({ event: 7 })
  expect(fetched).toHaveBeenCalledTimes(2)
})
