import {
  NewsletterConfirmed,
  NewsletterLeft,
  NewsletterRequested,
} from '@shop/language/correspondence/newsletter-events'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type NewsletterCommand, newsletterDecider } from './newsletter-decider.ts'

const { given } = specOf(newsletterDecider)
const of = (correspondentId: string) => ({ correspondentId, emailKey: 'key' })
const requested = (id = 'ada') => NewsletterRequested(of(id))
const confirmed = NewsletterConfirmed(of('ada'))
const left = NewsletterLeft(of('ada'))
const request: NewsletterCommand = { type: 'Request', ...of('ada') }
const confirm = (round = 0): NewsletterCommand => ({ type: 'Confirm', ...of('ada'), round })
const leave: NewsletterCommand = { type: 'Leave', ...of('ada') }

test('a request is always recorded, and does not end a subscription', () => {
  given().when(request).thenEvents(requested())
  given(requested(), confirmed).when(request).thenEvents(requested())
  given(requested(), confirmed, requested()).when(confirm()).thenNothing()
})

test('a subscription is confirmed once, by the correspondent who requested it', () => {
  given(requested()).when(confirm()).thenEvents(confirmed)
  given(requested(), confirmed).when(confirm()).thenNothing()
  given().when(confirm()).thenRefused('CONFLICT')
  given(requested('ada'), requested('eve')).when(confirm()).thenRefused('CONFLICT')
})

test('after unsubscribing, an older link confirms nothing', () => {
  given(requested(), confirmed, left).when(confirm()).thenRefused('CONFLICT')
  given(requested(), confirmed, left, requested()).when(confirm()).thenRefused('CONFLICT')
  given(requested(), confirmed, left, requested()).when(confirm(1)).thenEvents(confirmed)
})

test('an address unsubscribes once, even before it has confirmed, and even by the link of an erased correspondent', () => {
  given(requested(), confirmed).when(leave).thenEvents(left)
  given(requested()).when(leave).thenEvents(left)
  given(requested(), confirmed, left).when(leave).thenNothing()
  given(requested('eve'))
    .when(leave)
    .thenEvents(NewsletterLeft(of('eve')))
})

const anyCommand = fc.constantFrom(request, confirm(), confirm(1), leave)

test('a command that is handled twice happens once', () => aRetryChangesNothing(newsletterDecider, anyCommand))
