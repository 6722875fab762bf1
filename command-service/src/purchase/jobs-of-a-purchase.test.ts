import { expect, test, vi } from 'vitest'
import { createWorld } from '../test-support/create-world.ts'

const kindOf = (stream: string) => /^(provider-order|[a-z]+)/.exec(stream)![0]

/** The kinds of streams that the jobs read after a purchase, by the job's command. Two processes take the jobs in turn. */
async function readsOfJobs() {
  const world = createWorld({ mails: true })
  await world.list('shirt', 10)
  await world.register('ada')
  await world.settle()
  await world.fill('ada', { shirt: 1 })
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  const providerOrderId = await world.beginPayment(checkoutId)
  world.bank.decide(providerOrderId, 'approved')
  await world.pay('ada', { checkoutId, providerOrderId })
  await world.finalize(checkoutId)
  await world.signal({ what: 'CHECKOUT.ORDER.APPROVED', providerOrderId, signalId: 'W-1' })

  const read = vi.spyOn(world.log, 'readStream')
  const reads: Record<string, string[]> = {}
  for (const job of [...world.jobs.values()]) {
    world.passTime(20_000)
    await world.work(job)
    const now = read.mock.calls.splice(0).map(([stream]) => kindOf(stream))
    reads[job.command.type] = [...(reads[job.command.type] ?? []), ...now]
  }
  return reads
}

test('the jobs that follow a purchase read only the streams that they need', async () => {
  expect(await readsOfJobs()).toEqual({
    ReserveStock: ['checkout'],
    // The command changes nothing, because the checkout has ended. Before a command changes nothing, the log is read for newer events.
    ExpireCheckout: ['checkout', 'checkout'],
    // The stock is read, because its pieces may have been reserved after the checkout was sold.
    ReleaseStock: ['checkout', 'stock'],
    CheckPayment: ['checkout', 'case'],
    PlaceOrder: ['checkout', 'case'],
    SettleOrder: ['checkout'],
    // After each mail, the account is read again, because its owner may have been erased meanwhile.
    SendMail: ['order', 'account', 'checkout', 'mails', 'account', 'order', 'account', 'mails', 'account'],
    // The process knows the owner of the provider order, which never changes.
    FollowSignal: ['checkout'],
  })
})
