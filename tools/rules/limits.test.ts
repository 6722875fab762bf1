import { readFileSync } from 'node:fs'
import * as language from '@shop/language/limits'
import * as atOnce from '@shop/server/limits/at-once'
import * as budgets from '@shop/server/limits/budgets'
import * as sizes from '@shop/server/limits/sizes'
import { expect, test } from 'vitest'

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const section = textOf('docs/reliability.md').split('id="8.6"')[1]?.split('\n### ')[0] ?? ''
const limitOf = new Map(
  [...section.matchAll(/^\| (.+) \| (.+) \|$/gm)].map(([, what = '', limit = '']) => [what, limit]),
)

const MIB = 1024 * 1024
const inMib = (bytes: number) => bytes / MIB
const seconds = (ms: number) => Math.ceil(ms / 1000)
const english = (number: number) => number.toLocaleString('en')
const hours = ({ seconds }: { seconds: number }) => seconds / 3600

const { signIns, registrationsOfNetwork, endings } = budgets
const mails = budgets.mailRequests('any')
const { HELD_PIECES: held, PENDING_PICTURES: pending, DRAWING_MS_A_SECOND: drawing, TRAIL_ROWS_A_DAY: rows } = sizes
const { bodyBytes, liveListeners, tailListeners, pageAnswers, turns, writes, reads, passwords, uploads } = atOnce

/** TABLE: what the limits of each row say, in the order in which the row says it. */
const says: Readonly<Record<string, readonly (string | number | undefined)[]>> = {
  'JSON body': [`${sizes.JSON_KIB} KiB`, `${sizes.JSON_DEPTH} levels`],
  upload: [
    `${language.MAX_PICTURE_MIB} MiB`,
    `${sizes.PICTURE_PIXELS / 1_000_000} megapixels`,
    `${english(sizes.PICTURE_SIDE)} pixels a side`,
  ],
  "a body's arrival": [
    `after ${seconds(sizes.BODY_GRACE_MS)} s`,
    `${sizes.BODY_BYTES_A_SECOND / 1024} KiB/s`,
    `${seconds(sizes.SMALL_BODY.withinMs)} s in all`,
    `${seconds(sizes.PICTURE_BODY.withinMs)} s for an upload`,
  ],
  'bodies being received': [
    `${inMib(bodyBytes.all)} MiB`,
    `${inMib(bodyBytes.client)} MiB (three uploads) of a client`,
    `${inMib(bodyBytes.network)} of a network`,
  ],
  'headers, query': [
    `${sizes.HEADERS.maxBytes / 1024} KiB`,
    `${sizes.QUERY_CHARACTERS / 1024} KiB and ${sizes.QUERY_PARAMETERS} parameters`,
  ],
  'search term, list': [`${language.MAX_TEXT.search} characters`, `${english(language.MAX_LISTED)} entries`],
  'a line of a cart, lines': [`${language.MAX_QUANTITY} pieces`, `${language.MAX_LINES} lines`],
  'password, name, shipping field, description': [
    `${language.LEAST_PASSWORD}..${language.MOST_PASSWORD}`,
    language.MAX_TEXT.name,
    language.MAX_TEXT.address,
    english(language.MAX_TEXT.description),
  ],
  'sign-ins, present passwords included': [
    `in ${signIns.ofPair.seconds / 60} minutes ${signIns.ofPair.points} failures`,
    `${signIns.ofNetwork.points} from it in all`,
    `then ${signIns.ofBlock.points} of each of its clients`,
    `after ${signIns.ofAccount.points} for an account each network has ${budgets.GUESSES_UNDER_ATTACK}.`,
    `${signIns.ofKnown.points} of their own`,
  ],
  'registrations, also with a taken address': [
    `in ${hours(budgets.registrations)} hours ${budgets.registrations.points} of a client`,
    `${registrationsOfNetwork.points} of a network, then ${registrationsOfNetwork.left} of each`,
  ],
  'forgotten passwords, messages from the contact page, newsletters asked for, of each': [
    `${mails.ofAddress.points} of a client for an e-mail address`,
    `${mails.ofClient.points} of a client`,
    `${mails.ofNetwork.points} of a network, then ${mails.ofNetwork.left} of each`,
  ],
  'links that confirm an address': [
    `in an hour ${budgets.confirmLinks.points} of an account`,
    `${budgets.confirmLinksOfNetwork.points} of a network`,
  ],
  'of an account: ends of all sessions, changes of its password, passwords set by a mailed link, ends by an admin, each by itself; exports of its data':
    [`${endings.link.points} a day`, `${budgets.ownExports.points} an hour`],
  'uploads of a client, of an admin; bare guest ids of a client': [
    `${budgets.uploads.points} in a minute`,
    `${budgets.unknownGuestIds.points} in ${budgets.unknownGuestIds.seconds / 60} minutes`,
  ],
  'uploads of a process': [
    `${uploads.atOnce} in progress`,
    `${(uploads.present?.all ?? 0) - uploads.atOnce} wait`,
    `${uploads.present?.client} of a client and ${uploads.present?.network} of a network`,
  ],
  'pictures that wait for a product': [
    `${inMib(pending.all)} MiB`,
    `${inMib(pending.client)} of a client and ${inMib(pending.network)} of a network`,
    `admins ${inMib(pending.admin)} MiB`,
  ],
  'commands of one owner of a cart, repeats included': [`${budgets.ownerCommands.points} a minute`],
  'beacons of pages (`POST /api/trail`)': [
    `${budgets.beacons.points} a minute`,
    `${sizes.TRAIL_BODY.maxBytes / 1024} KiB`,
    `${rows.client} things a day of a client and ${english(rows.network)} of a network`,
  ],
  'writes without a sign-in of a network': [
    `${budgets.anonymousWrites.points} a minute, then ${budgets.anonymousWrites.left} of each`,
  ],
  "webhooks that are not the provider's; certificates looked up, by network": [
    `${budgets.wrongWebhooks.points} a minute; ${budgets.webhookCertificates.points} a minute`,
  ],
  'checks of begun payments': [
    `${budgets.paymentChecks.points} a minute, of which ${budgets.paymentChecksOfCustomer.points} of a customer`,
  ],
  "a customer's calls to the payment provider": [`${budgets.providerCalls.points} a minute`],
  'pieces held and not paid': [
    `${held.newcomer} of an account without`,
    `${held.known} of any other`,
    `${held.client} of a client`,
    held.network.oneIn === 5 ? `a fifth of the shop's pieces, or ${held.network.least}` : undefined,
  ],
  'one payment': [english(language.MAX_PAYMENT_CENTS / 100)],
  'listeners at `/api/live`': [
    english(liveListeners.all),
    `${liveListeners.client} of a client and ${liveListeners.network} of a network`,
  ],
  'listeners at `/api/analysis/tail`': [
    tailListeners.all,
    `${tailListeners.client} of a client and ${tailListeners.network} of a network`,
  ],
  'lists of more than 100 products that were not asked for before, of a client': [
    `${budgets.newLongLists.points} a second`,
  ],
  'requests of one client to API and pages, of any method': [
    `${budgets.requests.points} a second`,
    `${budgets.requests.points + budgets.requestsInBurst.points} at once`,
  ],
  'its files (`/assets`, `/pictures`, `/uploads`), its probes': [
    `${english(budgets.files.points)} in ${budgets.files.seconds} s`,
    `${budgets.probes.points} a second`,
  ],
  'drawing of first views': [
    `${drawing.all} ms a second`,
    `${drawing.client} ms for a client and ${drawing.network} for a network`,
  ],
  'answers that pages wait for at once': [
    pageAnswers.all,
    `${pageAnswers.client} for a client and ${pageAnswers.network} for a network`,
  ],
  'requests that wait for their turn': [`${turns.waitingOfClient} of a client`, `${turns.spentMs} ms of a turn`],
  'requests in flight, their bodies received': [
    `${writes.atOnce} writes, ${reads.atOnce} reads`,
    `${writes.ofNetwork} and ${reads.ofNetwork}`,
  ],
  'expected wait for a place while all are taken': [`${writes.mostWaitMs} ms`],
  'passwords that are hashed; uploads': [
    `${passwords.atOnce} at once, ${passwords.present?.all} with those that wait`,
    `${uploads.atOnce} at once, with those that wait ${uploads.present?.all}`,
  ],
  'connections of one client; requests waiting on one': [
    sizes.CONNECTIONS_OF_CLIENT,
    sizes.CLOSED_COUNTS_MS === 1000 ? 'in the last second' : undefined,
    sizes.CUT_OFF_COUNTS_MS === 10_000 ? 'in the last ten' : undefined,
    `; ${sizes.WAITING_ON_CONNECTION}`,
  ],
  'refusals of one client (429, 503)': [
    `after ${sizes.QUICK_REFUSALS} in a second`,
    sizes.REFUSED_REST_MS === 1000 ? 'rest for a second' : undefined,
  ],
  'answers that a client does not read': [`${inMib(sizes.UNREAD_BYTES)} MiB`, `for ${seconds(sizes.IDLE_MS)} s`],
  'header, request, keep-alive': [
    [sizes.HEADERS.withinMs, sizes.REQUEST_WITHIN_MS, sizes.KEEP_ALIVE_MS].map((ms) => `${seconds(ms)} s`).join(', '),
  ],
}

/** Rows whose numbers are where they count, beside other rules of their decider, or in the simulator, which knows no shop. */
const elsewhere = [
  'what',
  'passwords being checked or hashed',
  'sessions of an account',
  "test payments, without the shop's own credentials",
]

test('reliability 8.6 has a row for each limit', () => {
  expect([...Object.keys(says), ...elsewhere].toSorted()).toEqual([...limitOf.keys()].toSorted())
})

test.each(Object.entries(says))('reliability 8.6 has the numbers of: %s', (what, wanted) => {
  let from = 0
  for (const text of wanted) {
    const at = text === undefined ? -1 : (limitOf.get(what) ?? '').indexOf(String(text), from)
    expect(at, `${what}: ${text}`).toBeGreaterThanOrEqual(0)
    from = at
  }
})
