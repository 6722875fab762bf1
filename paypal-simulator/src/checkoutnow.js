const { payer, approval } = document.body.dataset
const query = new URLSearchParams(location.search)
const order = query.get('token')
const buttons = [...document.querySelectorAll('button')]
const warning = document.querySelector('[role="alert"]')
const status = document.querySelector('[role="status"]')
const shop = window.opener ?? (window.parent === window ? null : window.parent)

for (const button of buttons) {
  button.addEventListener('click', () => acts[button.dataset.act]())
  button.disabled = false
}
if (approval === 'declined') showDeclined()

// While this page has the focus in a frame, the shop's dialog does not get the Escape key. So this page handles the key.
if (window.parent !== window) window.addEventListener('keydown', ({ key }) => key === 'Escape' && acts.close())

const acts = {
  approve: () => send('approve', () => leave('approve', 'Payment approved.')),
  decline: () => send('decline', showDeclined),
  cancel: () => send('cancel', () => leave('cancel', 'Payment cancelled.')),
  keep: () => leave('approve', 'The shop will find the card declined.'),
  return: () => leave('approve', 'Nothing more is charged.'),
  close: () => leave('cancel', 'Nothing was approved.'),
}

async function send(decision, then) {
  for (const button of buttons) button.disabled = true
  warning.textContent = ''
  try {
    const response = await fetch(`v2/checkout/orders/${encodeURIComponent(order)}/${decision}`, { method: 'POST' })
    if (response.ok) then()
    else if (response.status === 422) location.reload()
    else throw new Error(`answered ${response.status}`)
  } catch {
    warning.textContent = 'That did not go through. Try again.'
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

function showDeclined() {
  warning.textContent = 'The card was declined. Choose another card, or cancel.'
  const [approve, decline] = buttons
  approve.textContent = 'Approve with another card'
  decline.textContent = 'Return with the declined card'
  decline.dataset.act = 'keep'
  approve.focus()
}

/** Sends the decision to the shop, which then closes this window. */
function leave(decision, sentence) {
  for (const button of buttons) button.hidden = true
  status.textContent = shop ? `${sentence} Returning to the shop…` : `${sentence} You can close this window.`
  shop?.postMessage({ paypalSimulator: order, decision, payerID: payer }, shopOrigin())
}

function shopOrigin() {
  try {
    return new URL(query.get('opener')).origin
  } catch {
    return location.origin
  }
}
