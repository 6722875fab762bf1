import { MessageReceived } from '@shop/language/correspondence/contact-events'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { contactDecider } from './contact-decider.ts'

const { given } = specOf(contactDecider)
const message = { messageId: 'm1', correspondentId: 'c1', emailKey: 'key', name: 'Ada', text: 'Is it warm?' }
const send = (text = message.text) => ({ type: 'Send', message: { ...message, text } }) as const

test('a message is received once', () => {
  given().when(send()).thenEvents(MessageReceived(message))
  given(MessageReceived(message)).when(send('Another text')).thenNothing()
})

test('a message that is sent again is received once', () => aRetryChangesNothing(contactDecider, fc.constant(send())))
