import { MailBegun, MailDropped, MailFailed, MailSent } from '@shop/language/mail/events'
import { describe, expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { mailDecider } from './mail-decider.ts'

const { given } = specOf(mailDecider)
const AT = '2026-01-01T10:00:00.000Z'
const mail = (mailId = 'm1', kind = 'order-placed') => ({ mailId, personId: 'ada', kind })
const begin = (mailId = 'm1', at = AT, kind?: string) => ({ type: 'Begin', ...mail(mailId, kind), at }) as const
const begun = (mailId = 'm1', begunAt = AT, kind?: string) => MailBegun({ ...mail(mailId, kind), begunAt })
const sent = (mailId = 'm1') => MailSent({ ...mail(mailId), sentAt: AT })

describe('a mail', () => {
  test('is begun before it is sent, and recorded once as sent', () => {
    given().when(begin()).thenEvents(begun())
    given(begun())
      .when({ type: 'NoteSent', ...mail(), at: AT })
      .thenEvents(sent())
    given(begun(), sent())
      .when({ type: 'NoteSent', ...mail(), at: AT })
      .thenNothing()
  })

  test('that has ended is not begun again', () => {
    given(begun(), sent()).when(begin()).thenNothing()
    given(begun(), MailDropped({ ...mail(), reason: 'refused' }))
      .when(begin())
      .thenNothing()
  })

  test('whose result is unknown is repeated once, and then dropped', () => {
    given(begun()).when(begin()).thenEvents(begun())
    given(begun(), begun())
      .when(begin())
      .thenEvents(MailDropped({ ...mail(), reason: 'unsure' }))
  })

  test('from the contact page is tried until it is known to be sent', () => {
    const tried = begun('m1', AT, 'contact-message')
    given(tried, tried, tried)
      .when(begin('m1', AT, 'contact-message'))
      .thenEvents(tried)
  })

  test('that was certainly not sent is tried until it is sent', () => {
    const failed = MailFailed({ ...mail(), code: 'ECONNREFUSED' })
    given(begun(), failed, begun(), failed, begun(), failed).when(begin()).thenEvents(begun())
    given(begun(), failed, begun(), begun())
      .when(begin())
      .thenEvents(MailDropped({ ...mail(), reason: 'unsure' }))
  })

  test('that was never begun leaves nothing in the state when it is dropped', () => {
    given()
      .when({ type: 'Drop', ...mail(), reason: 'late' })
      .thenNothing()
    given(begun())
      .when({ type: 'Drop', ...mail(), reason: 'late' })
      .thenEvents(MailDropped({ ...mail(), reason: 'late' }))
  })
})

describe('mails of one kind', () => {
  const three = [begun('m1'), sent('m1'), begun('m2'), begun('m3')]

  test('begin at most three times an hour; the fourth mail waits until an hour after the first mail', () => {
    given(...three.slice(0, 3))
      .when(begin('m3'))
      .thenEvents(begun('m3'))
    given(...three)
      .when(begin('m4', '2026-01-01T10:59:59.000Z'))
      .thenRefused('RATE_LIMITED')
    const later = '2026-01-01T11:00:00.000Z'
    given(...three)
      .when(begin('m4', later))
      .thenEvents(begun('m4', later))
  })

  test('do not count if the clock was ahead when they were begun', () => {
    given(...three)
      .when(begin('m4', '2025-12-31T10:00:00.000Z'))
      .thenEvents(begun('m4', '2025-12-31T10:00:00.000Z'))
  })

  test('count once, even if they are tried several times', () => {
    given(begun('m1'), begun('m1'), begun('m2')).when(begin('m3')).thenEvents(begun('m3'))
    given(...three)
      .when(begin('m3'))
      .thenEvents(begun('m3'))
  })

  test('do not count for mails of another kind', () => {
    given(...three)
      .when(begin('m4', AT, 'welcome'))
      .thenEvents(begun('m4', AT, 'welcome'))
  })
})

test('a snapshot restores the state of the mails', () => {
  const mails = [begun('m1'), sent('m1'), begun('m2')].reduce(mailDecider.evolve, mailDecider.initialState)
  const { write, read } = mailDecider.snapshot!
  expect(read(JSON.parse(JSON.stringify(write(mails))) as never)).toEqual(mails)
})
