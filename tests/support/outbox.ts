import { expect } from 'vitest'
import type { ShopCaller } from './caller.ts'

type OutboxMail = Readonly<{ kind: string; to: string; text: string }>

/** Waits until the outbox has an e-mail of this kind to this address. Returns the text of the newest such e-mail. */
export async function mailTo(admin: ShopCaller, email: string, kind: string): Promise<string> {
  let text: string | undefined
  const isWritten = async () => {
    const mails = (await admin.get('/api/admin/outbox')).body as readonly OutboxMail[]
    text = mails.find((mail) => mail.kind === kind && mail.to === email)?.text
    return text
  }
  await expect.poll(isWritten).toBeTruthy()
  return text ?? ''
}

/** The code for a first order, from the newsletter's email to an address. */
export async function mailedCode(admin: ShopCaller, email: string): Promise<string> {
  const [, code = ''] = /^Discount code: (\S+)$/m.exec(await mailTo(admin, email, 'newsletter-subscribed')) ?? []
  return code
}

/** Subscribes to the newsletter and confirms it with the emailed link. Returns the code for a first order. */
export async function subscribe(anonymous: ShopCaller, admin: ShopCaller, email: string): Promise<string> {
  await anonymous.post('/api/newsletter', { email })
  const [, token] = /#token=(\S+)/.exec(await mailTo(admin, email, 'newsletter-confirm')) ?? []
  expect((await anonymous.post('/api/newsletter/confirm', { token })).status).toBe(200)
  return mailedCode(admin, email)
}
