import type { Cart } from '@shop/language/cart/api'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { noteNotices, useCartNotices } from '../cart/cart-notices.ts'
import { forgetCustomer } from './account-api.ts'
import { noteTypedEmail, typedEmail } from './typed-email.ts'

test('the next user gets no notice and no typed address of the last customer', () => {
  noteNotices({ notices: ['Scarce Shirt: 2 of 4 added to your cart.'] } as unknown as Cart)
  noteTypedEmail('ada@x.test')
  forgetCustomer(new QueryClient())
  expect(useCartNotices.getState().notices).toEqual([])
  expect(typedEmail()).toBe('')
})

test.each([
  ['success', async () => 'an order'],
  ['refusal', async () => Promise.reject(new Error('refused'))],
])('a %s that comes after the logout shows the next user nothing', async (_, late) => {
  const client = new QueryClient()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const show = () => client.setQueryData(['order'], 'shown')
  const act = new MutationObserver(client, {
    mutationFn: () => answered.then<string>(late),
    onSuccess: show,
    onError: show,
    onSettled: show,
  })
  const done = act.mutate().catch(() => {})
  forgetCustomer(client)
  answer()
  await done
  expect(client.getQueryData(['order'])).toBeUndefined()
})
