import { describe, expect, test } from 'vitest'
import { Email, emailForm, shownEmail } from './email.ts'

describe('an e-mail address', () => {
  test.each([
    ' Ada@Bücher.example',
    'ada@BÜCHER.EXAMPLE',
    'ada@bu\u0308cher.example',
    'ada@xn--bcher-kva.example',
    'ADA@XN--BCHER-KVA.example',
    'ada@bücher。example\u200e',
  ])('is compared and stored in one form when typed as %j', (typed) => {
    expect(Email.parse(typed)).toBe('ada@xn--bcher-kva.example')
    expect(emailForm(emailForm(typed))).toBe('ada@xn--bcher-kva.example')
  })

  test('is shown as its owner types it', () => {
    for (const typed of ['ada@bücher.example', 'ada@пример.рф', 'ada@x.test'])
      expect(shownEmail(Email.parse(typed))).toBe(typed)
    expect(shownEmail('ada@xn--zzzzzzzz99999.example')).toBe('ada@xn--zzzzzzzz99999.example')
  })

  test.each(['', 'ada', '@', 'ada@', 'ada@x', 'a@b@c.test', 'ada@bü cher.example', 'ada@ü..example', 'a\u0000@x.test'])(
    'is refused if typed as %j',
    (typed) => {
      const { error } = Email.safeParse(typed)
      expect(error?.issues[0]?.message).toMatch(/^Enter an email address/)
    },
  )

  test('is refused with an explanation if it has letters before the @ that some mail servers refuse', () => {
    expect(Email.safeParse('jürgen@x.test').error?.issues[0]?.message).toMatch(/^Only letters from a to z/)
  })
})
