import { MessageReceived } from '@shop/language/correspondence/contact-events'
import { CorrespondentErased, CorrespondentKeyDestroyed } from '@shop/language/correspondence/events'
import {
  NewsletterConfirmed,
  NewsletterLeft,
  NewsletterRequested,
} from '@shop/language/correspondence/newsletter-events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { correspondenceProjection } from './correspondence-projection.ts'

const ada = { correspondentId: 'ada', emailKey: 'k1' }
const message = { messageId: 'm1', ...ada, name: 'Ada', text: 'Is it warm?' }
const after = (...history: Parameters<typeof documentsAfter>[1][]) =>
  documentsAfter(correspondenceProjection, ...history)

test('messages and the newsletter of an address are kept, with the time at which they were requested', () => {
  expect(after(MessageReceived(message), NewsletterRequested(ada))).toEqual({
    m1: { _id: 'm1', ...ada, kind: 'message', name: 'Ada', text: 'Is it warm?', at: '2026-01-01T00:00:00.000Z' },
    k1: { _id: 'k1', ...ada, kind: 'newsletter', isConfirmed: false, at: '2026-01-01T00:00:01.000Z' },
  })
})

test('a repeated request keeps the subscription, and leaving the newsletter removes it', () => {
  const confirmed = [NewsletterRequested(ada), NewsletterConfirmed(ada)]
  expect(after(...confirmed, NewsletterRequested(ada))).toMatchObject({
    k1: { isConfirmed: true, at: '2026-01-01T00:00:01.000Z' },
  })
  const eve = { ...ada, correspondentId: 'eve' }
  expect(after(...confirmed, NewsletterRequested(eve))).toMatchObject({
    k1: { correspondentId: 'eve', isConfirmed: false },
  })
  expect(after(...confirmed, NewsletterLeft(ada))).toEqual({})
})

test('nothing of an erased person is left, also if messages came during the erasure, and also after a rebuild', () => {
  const all = [MessageReceived(message), NewsletterRequested(ada), CorrespondentErased(ada)]
  const others = MessageReceived({ ...message, messageId: 'm2', correspondentId: 'bob', emailKey: 'k2' })
  expect(Object.keys(after(others, ...all))).toEqual(['m2'])
  expect(after(...all, MessageReceived(message), CorrespondentKeyDestroyed(ada))).toEqual({})
  expect(after(MessageReceived({ ...message, name: null, text: null }))).toEqual({})
})
