import type { TailEvent } from '@shop/language/analysis/api'
import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { chosenEvents } from './events-api.ts'
import { MOST_FOLLOWED, putNewest } from './listed-events.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
afterEach(() => client.clear())

const { queryKey, getNextPageParam } = chosenEvents({}, {})
const event = (number: number) => ({ event: number }) as TailEvent
const put = (...numbers: number[]) => putNewest(client, queryKey, numbers.map(event))
const listed = () =>
  client.getQueryData<InfiniteData<readonly TailEvent[]>>(queryKey)?.pages.map((page) => page.map((one) => one.event))

/** Starts a fetch of the list. The returned function ends the fetch with the given events as the answer. */
function fetching() {
  let answer: (events: readonly TailEvent[]) => void = () => {}
  const answered = new Promise<readonly TailEvent[]>((resolve) => {
    answer = resolve
  })
  const fetched = client.fetchInfiniteQuery({ queryKey, queryFn: () => answered, initialPageParam: undefined })
  return async (...numbers: number[]) => {
    answer(numbers.map(event))
    await fetched
    await Promise.resolve()
  }
}

test('events that arrive during a fetch are listed once, even if the older answer of the fetch lacks some of them', async () => {
  const first = fetching()
  put(3)
  await first(2, 1)
  expect(listed()).toEqual([[3, 2, 1]])
  const second = fetching()
  put(4)
  put(5)
  expect(listed()).toEqual([[5, 4, 3, 2, 1]])
  await second(4, 3, 2, 1)
  expect(listed()).toEqual([[5, 4, 3, 2, 1]])
})

test('a long list that follows new events keeps the newest events, and its next page starts after the last kept event', () => {
  const page = Array.from({ length: 30 }, (_, at) => event(60 - at))
  client.setQueryData(queryKey, { pages: [page, [event(30)]], pageParams: [undefined, 31] })
  for (let number = 61; number <= 500; number++) put(number)
  const [first = [], ...others] = listed() ?? []
  expect([first.length, first[0], others]).toEqual([MOST_FOLLOWED, 500, []])
  expect(client.getQueryData<InfiniteData<unknown>>(queryKey)?.pageParams).toEqual([undefined])
  expect(getNextPageParam?.(first.map(event), [], undefined, [])).toBe(301)
})
