import type { Mail, Mailer } from '@shop/stores/mailer/mailer'

export function createMemoryMailer(pass: (failpoint: 'before mailer' | 'after mailer') => Promise<void>) {
  const taken: Mail[] = []
  let failure: Error | undefined
  const mailer: Mailer = {
    async send(mail) {
      await pass('before mailer')
      if (failure) throw failure
      taken.push(mail)
      await pass('after mailer')
    },
    kept: async () => [],
    async forget(personId) {
      for (const mail of taken.filter((one) => one.personId === personId)) taken.splice(taken.indexOf(mail), 1)
    },
    close: async () => {},
  }
  return {
    ...mailer,
    taken: taken as readonly Mail[],
    /** From now on every mail fails with this error. With `undefined`, mails succeed again. */
    failWith(error: Error | undefined) {
      failure = error
    },
  }
}
