import { MAX_ON_BOARD } from '@shop/language/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopCaller } from '../support/caller.ts'
import { adminAt, analystAt } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let noor: ShopCaller
let ada: ShopCaller

beforeAll(async () => {
  shop = await startShop({ DEMO: 'off' })
  const admin = await adminAt(shop.url)
  noor = await analystAt(shop.url, admin)
  ada = await analystAt(shop.url, admin)
  for (const name of ['one', 'two', 'three']) await save(name)
})
afterAll(() => shop.close())

const questions = '/api/analysis/questions'
const board = '/api/analysis/board'
const save = (name: string, sql = `SELECT '${name}'`) => noor.post(questions, { name, sql })
const put = (name: string, place?: number) => noor.put(`${board}/${name}`, place === undefined ? {} : { place })
async function shown() {
  const { body } = await ada.get(board)
  return (body as readonly { name: string }[]).map(({ name }) => name)
}

test('questions are put on the board, moved and taken off, and every analyst sees the same board', async () => {
  expect(await shown()).toEqual([])
  expect(await put('one')).toMatchObject({ status: 200, body: { name: 'one', place: 0 } })
  await put('two')
  expect((await put('three', 0)).body).toEqual({ name: 'three', place: 0 })
  expect(await shown()).toEqual(['three', 'one', 'two'])
  expect((await put('three', 2)).body).toEqual({ name: 'three', place: 2 })
  expect((await ada.delete(`${board}/one`)).status).toBe(200)
  expect((await ada.delete(`${board}/one`)).status).toBe(404)
  expect(await shown()).toEqual(['two', 'three'])
})

test('the board has the newest version of each question', async () => {
  await save('two', 'SELECT 22')
  expect((await ada.get(board)).body[0]).toMatchObject({ name: 'two', version: 2, sql: 'SELECT 22', own: false })
})

test('a renamed question keeps its place, and a deleted question leaves the board', async () => {
  await noor.put(`${questions}/two`, { name: 'two-again' })
  expect(await shown()).toEqual(['two-again', 'three'])
  await noor.delete(`${questions}/three`)
  expect(await shown()).toEqual(['two-again'])
})

test('only saved questions and real places are accepted, until the board is full', async () => {
  expect((await put('no-such-question')).status).toBe(404)
  expect((await put('two-again', -1)).status).toBe(400)
  expect((await put('two-again', 1.5)).status).toBe(400)
  for (let n = 1; n <= MAX_ON_BOARD; n++) await save(`more-${n}`)
  for (let n = 1; n < MAX_ON_BOARD; n++) expect((await put(`more-${n}`)).status).toBe(200)
  expect(await put(`more-${MAX_ON_BOARD}`)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})
