import type { Dispute } from '@shop/language/events/case-events'
import { beforeEach, expect, test } from 'vitest'
import { closeCase, loadCase } from '../case/cases.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})

let sent = 0
const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
const inquiry = { status: 'OPEN', stage: 'INQUIRY', dueAt: null, outcome: null, changedAt: at(1) }
const escalated = {
  ...inquiry,
  status: 'WAITING_FOR_SELLER_RESPONSE',
  stage: 'CHARGEBACK',
  dueAt: at(9),
  changedAt: at(2),
}
const resolved = (outcome: string) => ({ ...escalated, status: 'RESOLVED', outcome, changedAt: at(3) })

async function say(what: 'CREATED' | 'UPDATED' | 'RESOLVED', dispute: Dispute) {
  const about = { disputeId: 'PP-D-1', captureId: 'CAP1', amountCents: 2500, code: 'UNAUTHORISED' }
  await world.signal({ what: `CUSTOMER.DISPUTE.${what}`, signalId: `WH-D${sent++}`, ...about, dispute })
  await world.live(1000)
}
async function theCase() {
  const opened = world.events.filter(({ type }) => type === 'CaseOpened')
  expect(opened).toHaveLength(1)
  return loadCase(world.parts().commands, (opened[0]!.data as { caseId: string }).caseId)
}

test('the case of a dispute says its stage and by when it must be answered, and follows an escalation', async () => {
  await say('CREATED', inquiry)
  expect((await theCase()).facts).toMatchObject({ code: 'UNAUTHORISED', amountCents: 2500, dispute: inquiry })
  await say('UPDATED', escalated)
  expect((await theCase()).facts).toMatchObject({ dispute: escalated })
  await say('CREATED', inquiry)
  expect((await theCase()).facts, 'an older webhook that comes late changes nothing').toMatchObject({
    dispute: escalated,
  })
})

test.each([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'settled'],
  ['RESOLVED_WITH_PAYOUT', 'settled'],
  ['CANCELED_BY_BUYER', 'settled'],
  ['DENIED', 'settled'],
  ['NONE', 'settled'],
])('a dispute that ends as %s is %s', async (outcome, ends) => {
  await say('CREATED', inquiry)
  await say('RESOLVED', resolved(outcome))
  expect(await theCase()).toMatchObject({ facts: { dispute: { outcome } }, end: { outcome: ends } })
  await say('UPDATED', escalated)
  expect((await theCase()).end, 'an older webhook that comes late opens nothing again').toMatchObject({ outcome: ends })
})

test('a dispute that goes on after its case was closed is open again', async () => {
  await say('CREATED', inquiry)
  const { caseId } = await theCase()
  await closeCase(world.parts().commands, caseId, { reason: 'Answered at PayPal' }, world.asking())
  await say('UPDATED', escalated)
  expect(await theCase()).toMatchObject({ facts: { dispute: escalated }, end: undefined })
  await say('UPDATED', resolved('RESOLVED_BUYER_FAVOUR'))
  expect((await theCase()).end, 'an update may say the end too').toMatchObject({ outcome: 'lost' })
  await say('UPDATED', { ...escalated, stage: 'ARBITRATION', changedAt: at(4) })
  expect((await theCase()).end).toBeUndefined()
})
