import type { Order } from './ledger.ts'
import type { Site } from './representations.ts'
import { payer } from './representations.ts'

/** The page on which the buyer decides whether to pay: a tab, a popup, or a frame on the shop's site. */
export function buyerPage(order: Order, fundingSource: string, { merchantId }: Site) {
  const { amount, description } = order.unit
  const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: amount.currency_code })
  const facts = [
    ['To', order.brand ?? merchantId],
    ['For', description],
    ['With', fundingSource === 'card' ? 'A test card' : 'A test PayPal account'],
    ['Payment', order.id],
  ]
  const rows = facts.map(([name, value]) => (value ? `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>` : ''))
  const paid = order.captureId !== null
  return page({
    order,
    title: `${paid ? 'Paid' : 'Pay'} ${price.format(Number(amount.value))}`,
    lead: paid
      ? 'This payment is already complete. It is not charged again.'
      : 'This page stands in for PayPal. No money moves, whatever you choose.',
    facts: `<dl>${rows.join('')}</dl>`,
    buttons: paid
      ? button('return', 'Return to the shop', 'primary')
      : [
          button('approve', 'Approve payment', 'primary'),
          button('decline', 'Decline the card'),
          button('cancel', 'Cancel and return to the shop', 'quiet'),
        ].join('\n        '),
  })
}

export function unknownOrderPage() {
  return page({
    title: 'This payment is not known',
    lead: 'The link is wrong or old. Go back to the shop and start the payment there again.',
    facts: '',
    buttons: button('close', 'Return to the shop', 'primary'),
  })
}

/** Disabled until the script can handle a click. */
const button = (act: string, words: string, look = '') =>
  `<button type="button" ${look && `class="${look}" `}data-act="${act}" disabled>${words}</button>`

export const buyerPageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

type Parts = { order?: Order; title: string; lead: string; facts: string; buttons: string }

function page({ order, title, lead, facts, buttons }: Parts) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)} · Test payments</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="checkoutnow.css">
    <script src="checkoutnow.js" type="module"></script>
  </head>
  <body data-payer="${payer.payer_id}" data-approval="${order?.approval ?? ''}">
    <div class="tape" aria-hidden="true"></div>
    <main>
      <p class="badge">Test payments</p>
      <h1>${escapeHtml(title)}</h1>
      <p class="lead">${escapeHtml(lead)}</p>
      ${facts}
      <p role="alert"></p>
      <p role="status"></p>
      <div class="choices">
        ${buttons}
      </div>
      <noscript>This page needs JavaScript.</noscript>
    </main>
  </body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
