import { expect, test } from 'vitest'
import { namedBy } from './neighbours.ts'

test.each([
  ['account-a1', {}, ['addresses-a1', 'cart-a1', 'mails-a1', 'notes-a1', 'sessions-a1']],
  ['addresses-a1', {}, ['account-a1', 'cart-a1', 'mails-a1', 'notes-a1', 'sessions-a1']],
  ['newsletter-k1', { emailKey: 'k1' }, ['correspondent-k1', 'discount-k1', 'email-k1', 'forgotten-k1']],
  [
    'correspondent-k1',
    { emailKey: 'k1', correspondentId: 'c1' },
    ['discount-k1', 'email-k1', 'forgotten-k1', 'mails-c1', 'newsletter-k1'],
  ],
  ['contact-m1', { messageId: 'm1', correspondentId: 'c1' }, ['mails-c1']],
  ['case-1', { messageId: 'm1' }, ['contact-m1']],
])('the neighbors of %s may be streams of the same person, mailbox or message', (stream, data, names) => {
  expect(namedBy(stream, [{ data }]).toSorted()).toEqual(names)
})
