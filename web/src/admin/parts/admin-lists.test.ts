import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { appendToLists, listOf, removeFromLists, replaceInLists } from './admin-lists.ts'

type User = { _id: string; name: string }
const { queryKey } = listOf<User>('users', 'limit=2')
const [ada, bob, eve] = ['ada', 'bob', 'eve'].map((_id) => ({ _id, name: _id })) as [User, User, User]

function twoPages() {
  const client = new QueryClient()
  client.setQueryData(queryKey, {
    pages: [{ items: [ada], next: '/next' }, { items: [bob] }],
    pageParams: ['', '/next'],
  })
  const pages = () => client.getQueryData(queryKey)?.pages.map(({ items }) => items)
  return { client, pages }
}

test('a created item is appended', () => {
  const { client, pages } = twoPages()
  appendToLists(client, 'users', eve)
  expect(pages()).toEqual([[ada], [bob, eve]])
})

test('an updated item is replaced by its id, on any page', () => {
  const { client, pages } = twoPages()
  replaceInLists(client, 'users', { ...ada, name: 'Augusta' } as User)
  expect(pages()).toEqual([[{ _id: 'ada', name: 'Augusta' }], [bob]])
})

test('a deleted item is removed by its id, only from lists of its kind', () => {
  const { client, pages } = twoPages()
  removeFromLists(client, 'orders', 'ada')
  expect(pages()).toEqual([[ada], [bob]])
  removeFromLists(client, 'users', 'ada')
  expect(pages()).toEqual([[], [bob]])
})
