import { setTimeout as sleep } from 'node:timers/promises'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { type Random, randomFrom } from '@shop/language/values/random-from'
import { openJournal } from '../journal.ts'
import { administers, buys, fillsACart, type Shelf } from './journeys.ts'
import { createSender, type Sender } from './send.ts'

/*
 * `node tools/labs/crash/shoppers.ts <url> <journal> <seed> <shoppers> <admin's token> <products>`. After SIGTERM each shopper finishes the
 * current journey, and then the process ends.
 */

const [url = '', journalFile = '', seed = '1', count = '1', adminToken = '', products = '[]'] = process.argv.slice(2)
const shelf = JSON.parse(products) as Shelf
const journal = openJournal(journalFile)
const orders: string[] = []
let isOver = false
process.on('SIGTERM', () => {
  isOver = true
})

async function customer(sender: Sender, random: Random, name: string) {
  const body = { name, email: `${name}@lab.test`, password: testPasswords.customer }
  const { body: session } = await sender.send({ act: 'register', method: 'POST', path: '/api/users/register', body })
  while (!isOver) await buys(noting(sender), random, shelf, session.token)
}

/** Also records placed orders, so that the admin can change them. */
const noting = (sender: Sender): Sender => ({
  ...sender,
  async send(call, token) {
    const answered = await sender.send(call, token)
    if (call.act === 'finalize' && answered.status === 200) orders.push(answered.body._id)
    if (orders.length > 50) orders.shift()
    return answered
  },
})

async function guest(sender: Sender, random: Random, name: string) {
  for (let cart = 1; !isOver; cart++)
    await fillsACart(sender, random, shelf, `guest_${seed}_${`${name}c${cart}`.padEnd(22, '-')}`)
}

async function admin(sender: Sender, random: Random) {
  while (!isOver) {
    await administers(sender, random, shelf, orders, adminToken)
    await sleep(100)
  }
}

await Promise.all(
  Array.from({ length: Number(count) }, (_, at) => {
    const random = randomFrom(Number(seed) * 1_000 + at)
    const name = `s${seed}x${at}`
    const sender = createSender(url, journal, name)
    if (at === 0) return admin(sender, random)
    return at % 5 === 1 ? guest(sender, random, name) : customer(sender, random, name)
  }),
)
journal.close()
