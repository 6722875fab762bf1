import { expect, test } from 'vitest'
import { decided, differencesBetween, rebased, salesWhileEdited } from './edit-conflict.ts'
import { changesBetween, type Draft, emptyDraft } from './product-draft.ts'

const base: Draft = { ...emptyDraft, name: 'Shirt', price: '78', countInStock: '10', sku: 'S-1' }

test('a field that I changed keeps my value, and any other field takes the saved value', () => {
  const mine = { ...base, price: '82' }
  const theirs = { ...base, price: '80', name: 'Washed Shirt' }
  expect(rebased(base, mine, theirs, [])).toEqual({ ...base, price: '82', name: 'Washed Shirt' })
})

test('a changed stock count is applied as a difference to the current count', () => {
  const mine = { ...base, countInStock: '12' }
  const theirs = { ...base, countInStock: '7' }
  expect(rebased(base, mine, theirs, []).countInStock).toBe('9')
  expect(rebased(base, { ...base, countInStock: '0' }, theirs, []).countInStock).toBe('0')
})

test('a count replaces the count of another admin, and keeps the sales since the form was loaded', () => {
  const mine = { ...base, countInStock: '15' }
  const counted = [{ size: '', color: '', change: 5 }]
  expect(rebased(base, mine, { ...base, countInStock: '15' }, counted).countInStock).toBe('15')
  expect(rebased(base, mine, { ...base, countInStock: '12' }, counted).countInStock).toBe('12')
  const stock = (countInStock: string) => [{ size: 'M', color: 'Blue', sku: '', countInStock }]
  const [before, typed, saved] = ['25', '30', '30'].map((count) => ({
    ...base,
    sizes: 'M',
    stock: stock(count),
  })) as Draft[]
  const recounts = [{ size: 'M', color: 'Blue', change: 5 }]
  expect(rebased(before!, typed!, saved!, recounts).stock).toEqual(stock('30'))
})

test('dividing the pieces by size keeps the typed pieces if another admin counts or divides them meanwhile', () => {
  const own = (any: string, small: string, medium: string): Draft => {
    const cells = Object.entries({ '': any, S: small, M: medium })
    const stock = cells.map(([size, countInStock]) => ({ size, color: '', sku: '', countInStock }))
    return { ...base, sizes: 'S, M', stock, countInStock: String(Number(any) + Number(small) + Number(medium)) }
  }
  const before = { ...base, sizes: 'S, M' }
  const mine = own('3', '4', '3')
  const recount = (size: string, change: number) => ({ size, color: '', change })
  const counted = { ...before, countInStock: '12' }
  expect(rebased(before, mine, counted, [recount('', 2)]).stock).toEqual(mine.stock)
  const sold = { ...before, countInStock: '11' }
  expect(rebased(before, mine, sold, [recount('', 2)]).stock).toEqual(own('2', '4', '3').stock)
  const divided = own('0', '5', '5')
  const recounts = [recount('M', 5), recount('S', 5), recount('', -10)]
  expect(rebased(before, mine, divided, recounts).stock.toSorted(bySize)).toEqual(mine.stock.toSorted(bySize))
  expect(rebased(before, { ...before, countInStock: '7' }, divided, recounts).countInStock).toBe('7')
})

const bySize = (one: Draft['stock'][number], other: Draft['stock'][number]) => one.size.localeCompare(other.size)

test('a total that was typed while another admin divided the pieces is saved as a total', () => {
  const before = { ...base, sizes: 'S, M' }
  const mine = { ...before, countInStock: '7', price: '82' }
  const cells = ['', 'S', 'M'].map((size) => ({ size, color: '', sku: '', countInStock: size ? '5' : '0' }))
  const theirs: Draft = { ...before, stock: cells }
  const recounts = [5, 5, -10].map((change, place) => ({ size: ['S', 'M', ''][place]!, color: '', change }))
  const wanted = rebased(before, mine, theirs, recounts)
  expect(changesBetween(theirs, wanted)).toEqual({ price: 82, countInStock: 7, stock: undefined })
  expect(differencesBetween(before, mine, theirs, recounts)).toEqual([
    { field: 'price', theirs: '78', mine: '82', isMyChange: true },
    { field: 'stock', theirs: 'M: 5; Not divided by size: 0; S: 5', mine: '7 in all', isMyChange: true },
  ])
  expect(decided(theirs, wanted, new Set(['stock'] as const))).toEqual({ ...wanted, price: '78' })
  expect(decided(theirs, wanted, new Set(['price'] as const))).toEqual({ ...theirs, price: '82' })

  const sold = { ...theirs, countInStock: '9', stock: cells.with(1, { ...cells[1]!, countInStock: '4' }) }
  expect(changesBetween(sold, rebased(theirs, wanted, sold, []))).toEqual({ price: 82, countInStock: 6 })
  const same = { ...theirs, countInStock: '7', price: '82' }
  expect(
    changesBetween(same, rebased(before, mine, same, [...recounts, { size: 'S', color: '', change: -3 }])),
  ).toEqual({})
})

test('an emptied cell keeps the saved count', () => {
  const of = (countInStock: string): Draft => ({
    ...base,
    sizes: 'M',
    stock: [{ size: 'M', color: '', sku: '', countInStock }],
  })
  expect(rebased(of('5'), of(''), of('4'), []).stock).toEqual(of('4').stock)
  expect(salesWhileEdited(of('5'), of(''), of('5'))).toEqual([])
})

test('after saving, a count that differs from the typed one is explained', () => {
  const typed = { ...base, countInStock: '5' }
  expect(salesWhileEdited(base, typed, { ...base, countInStock: '2' })).toEqual([
    'The stock is 2: 3 pieces were sold or held while you edited.',
  ])
  expect(salesWhileEdited(base, typed, typed)).toEqual([])
  expect(salesWhileEdited(base, base, { ...base, countInStock: '7' })).toEqual([])
  const divided = (count: string): Draft => ({
    ...base,
    sizes: 'M',
    colors: 'Blue',
    stock: [{ size: 'M', color: 'Blue', sku: '', countInStock: count }],
  })
  expect(salesWhileEdited(divided('35'), divided('20'), divided('17'))).toEqual([
    'M, Blue is 17: 3 pieces were sold or held while you edited.',
  ])
  expect(salesWhileEdited(divided('35'), divided('20'), divided('21'))).toEqual([
    'M, Blue is 21: 1 piece was added while you edited.',
  ])
  expect(salesWhileEdited(base, typed, divided('10'))).toEqual([
    'The stock is 10: 5 pieces were added while you edited.',
  ])
})

test('a conflict lists every field that either side has changed', () => {
  const mine = { ...base, price: '82', countInStock: '12' }
  const theirs = { ...base, name: 'Washed Shirt', countInStock: '7' }
  expect(differencesBetween(base, mine, theirs, [])).toEqual([
    { field: 'price', theirs: '78', mine: '82', isMyChange: true },
    { field: 'countInStock', theirs: '7', mine: '9', isMyChange: true },
    { field: 'name', theirs: 'Washed Shirt', mine: 'Shirt', isMyChange: false },
  ])
})

test('if the admin decides field by field, each field takes the chosen value', () => {
  const mine = { ...base, price: '82', name: 'My Shirt' }
  const theirs = { ...base, price: '80', name: 'Their Shirt' }
  expect(decided(theirs, mine, new Set(['price'] as const))).toMatchObject({ price: '82', name: 'Their Shirt' })
})
