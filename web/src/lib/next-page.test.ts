import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { fetchNextPageOf, type GrowingList } from './next-page.ts'

const clients: QueryClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.clear()
})

/** A list of at most three pages. The test decides when a request is answered. */
async function growingList(fails = () => false) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  clients.push(client)
  const asked: number[] = []
  const waiting: (() => void)[] = []
  const observer = new InfiniteQueryObserver<string, Error, InfiniteData<string, number>, string[], number>(client, {
    queryKey: ['list'],
    queryFn: async ({ pageParam, signal }) => {
      asked.push(pageParam)
      if (asked.length > 1) await new Promise<void>((resolve) => waiting.push(resolve))
      signal.throwIfAborted()
      if (fails()) throw new Error('away')
      return `page ${pageParam}`
    },
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length + 1 : undefined),
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true)
  return {
    asked,
    client,
    stop,
    list: () => observer.getCurrentResult() as unknown as GrowingList,
    pages: () => observer.getCurrentResult().data?.pages,
    answer: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
    untilAsked: (pages: readonly number[]) => expect.poll(() => asked).toEqual(pages),
  }
}

test('fetches the next page once', async () => {
  const at = await growingList()
  const shown = fetchNextPageOf(at.list())
  await at.untilAsked([1, 2])
  at.answer()
  await shown
  expect(at.pages()).toEqual(['page 1', 'page 2'])
  expect(at.asked).toEqual([1, 2])
})

test('requests a page again after a refetch has cancelled its request', async () => {
  const at = await growingList()
  const shown = fetchNextPageOf(at.list())
  await at.untilAsked([1, 2])
  at.client.invalidateQueries({ queryKey: ['list'] })
  await at.untilAsked([1, 2, 1])
  at.answer()
  await at.untilAsked([1, 2, 1, 2])
  at.answer()
  await shown
  expect(at.pages()).toEqual(['page 1', 'page 2'])
})

test('waits for a running refetch instead of cancelling it', async () => {
  const at = await growingList()
  at.client.invalidateQueries({ queryKey: ['list'] })
  await at.untilAsked([1, 1])
  const shown = fetchNextPageOf(at.list())
  at.answer()
  await at.untilAsked([1, 1, 2])
  at.answer()
  await shown
  expect(at.pages()).toEqual(['page 1', 'page 2'])
})

test('ends when the page could not be fetched', async () => {
  let isAway = false
  const at = await growingList(() => isAway)
  isAway = true
  const shown = fetchNextPageOf(at.list())
  await at.untilAsked([1, 2])
  at.answer()
  await shown
  expect(at.list().isError).toBe(true)
  expect(at.asked).toEqual([1, 2])
})

test('ends at the last page', async () => {
  const at = await growingList()
  for (const asked of [
    [1, 2],
    [1, 2, 3],
  ]) {
    const shown = fetchNextPageOf(at.list())
    await at.untilAsked(asked)
    at.answer()
    await shown
  }
  await fetchNextPageOf(at.list())
  expect(at.pages()).toEqual(['page 1', 'page 2', 'page 3'])
})
