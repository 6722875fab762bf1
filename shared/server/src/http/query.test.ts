import type { ParameterizedContext } from 'koa'
import { expect, test } from 'vitest'
import { queryOf } from './parse.ts'

const asked = (querystring: string) => ({ querystring, state: {} }) as ParameterizedContext

test('the parameters of an address are parsed once', () => {
  const ctx = asked('size=S&size=M&after=x%20y')
  expect(queryOf(ctx).getAll('size')).toEqual(['S', 'M'])
  expect(queryOf(ctx).get('after')).toBe('x y')
  expect(queryOf(ctx)).toBe(queryOf(ctx))
})

test('a changed address is parsed again', () => {
  const ctx = asked('a=1')
  queryOf(ctx)
  Object.assign(ctx, { querystring: 'a=2' })
  expect(queryOf(ctx).get('a')).toBe('2')
})

test('at most a hundred parameters and 4096 characters are read, and more are refused', () => {
  expect([...queryOf(asked(`${'a=&'.repeat(99)}a=`))]).toHaveLength(100)
  expect(queryOf(asked(`a=${'x'.repeat(4094)}`)).get('a')).toHaveLength(4094)
  expect(() => queryOf(asked('a=&'.repeat(100)))).toThrow('too long')
  expect(() => queryOf(asked(`a=${'x'.repeat(4095)}`))).toThrow('too long')
})
