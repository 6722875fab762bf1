import { AccountEdited, EmailChanged, EmailConfirmed } from '@shop/language/account/events'
import { MessageReceived } from '@shop/language/correspondence/contact-events'
import { CorrespondentErased } from '@shop/language/correspondence/events'
import { NewsletterConfirmed, NewsletterRequested } from '@shop/language/correspondence/newsletter-events'
import { QuestionSubscribed } from '@shop/language/question/mail-events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop()
  await shop.people()
})
afterEach(() => shop.close())

const of = (emailKey: string, correspondentId = `of-${emailKey}`) => ({ emailKey, correspondentId })
const message = (messageId: string, emailKey: string) =>
  MessageReceived({ messageId, ...of(emailKey), name: 'Ada', text: `Text ${messageId}` })
const correspondenceOf = async (as: string) =>
  ((await shop.body('/me/export', as)) as { correspondence?: unknown }).correspondence
const shown = (emailKey: string) => EmailConfirmed({ accountId: 'ada', emailKey })

test('an export has the messages and the newsletter of a confirmed address, and no data of other people', async () => {
  await shop.happened(message('m1', 'ada'), message('m2', 'bob'), message('m3', 'ada'), NewsletterRequested(of('ada')))
  for (const as of ['ada', 'bob']) expect(await correspondenceOf(as)).toBeUndefined()
  await shop.happened(shown('ada'))
  const at = expect.any(String)
  const messages = [
    { sentAt: at, name: 'Ada', text: 'Text m3' },
    { sentAt: at, name: 'Ada', text: 'Text m1' },
  ]
  expect(await correspondenceOf('ada')).toEqual({ newsletter: { status: 'asked for', since: at }, messages })
  await shop.happened(NewsletterConfirmed(of('ada')))
  expect(await correspondenceOf('ada')).toMatchObject({ newsletter: { status: 'confirmed' } })
  expect(await correspondenceOf('bob')).toBeUndefined()
  await shop.happened(CorrespondentErased(of('ada')))
  expect(await correspondenceOf('ada')).toEqual({ messages: [] })
})

test('a changed address must be confirmed again, but a changed name needs no confirmation', async () => {
  await shop.happened(message('m1', 'ada'), shown('ada'))
  const named = { accountId: 'ada', name: 'Ada King', email: 'ada@x.test' }
  await shop.happened(AccountEdited({ ...named, emailKey: 'ada' }))
  expect(await correspondenceOf('ada')).toMatchObject({ messages: [{ text: 'Text m1' }] })
  await shop.happened(AccountEdited({ ...named, email: 'bob@y.test', emailKey: 'other' }))
  expect(await correspondenceOf('ada')).toBeUndefined()
  await shop.happened(message('m2', 'third'), shown('other'))
  expect(await correspondenceOf('ada')).toEqual({ messages: [] })
  const moved = { email: 'c@x.test', emailKey: 'third', formerEmail: 'bob@y.test', formerKey: 'other' }
  await shop.happened(EmailChanged({ accountId: 'ada', ...moved }))
  expect(await correspondenceOf('ada')).toBeUndefined()
})

test('an export names the questions that are mailed to an analyst', async () => {
  const at = { dueAt: '2026-01-05T08:00:00.000Z', subscribedAt: '2026-01-02T08:00:00.000Z' }
  await shop.happened(QuestionSubscribed({ name: 'sales', accountId: 'ada', ...at }))
  expect(await shop.body('/me/export', 'ada')).toMatchObject({ mailedQuestions: ['sales'] })
  expect(await shop.body('/me/export', 'bob')).not.toHaveProperty('mailedQuestions')
})
