const labels = { paypal: 'Pay with PayPal (test)', card: 'Debit or Credit Card (test)' }

const buttonSheet = sheet(`
  :host { display: block }
  .buttons { display: flex; flex-direction: column; gap: 12px }
  .horizontal { flex-direction: row }
  button { flex: 1 1 auto; width: 100%; border: 0; font: 600 16px/1.2 system-ui, sans-serif; cursor: pointer }
  .paypal { background: #ffc439; color: #111 }
  .paypal:hover { background: #f2ba36 }
  .card { background: #2c2e2f; color: #fff }
  .card:hover { background: #111 }
  button:disabled { cursor: not-allowed; opacity: .6 }
  button:focus-visible { outline: 2px solid #2a3a8f; outline-offset: 3px }
  p { margin: 12px 0 0; font: 14px/1.45 system-ui, sans-serif; color: #3a4060 }
  p:empty { display: none }`)

function Buttons(options = {}) {
  const shownSources = options.fundingSource ? [options.fundingSource] : sources
  const host = document.createElement('div')
  const closed = new AbortController()
  const purchases = createPurchases(options, closed.signal)
  let [status, buttons] = [undefined, []]
  let [enabled, paying] = [true, false]

  function update() {
    for (const button of buttons) {
      button.disabled = !enabled
      button.setAttribute('aria-busy', String(paying))
    }
    status.textContent = paying ? 'The payment window is open. Close it to cancel.' : ''
  }

  async function onButton(source) {
    if (paying) return purchases.focus()
    paying = true
    update()
    try {
      await purchases.begin(source)
    } finally {
      paying = false
      update()
    }
  }

  async function render(container) {
    const element = typeof container === 'string' ? document.querySelector(container) : container
    if (!element) throw new Error(`Document is ready and element ${container} does not exist`)
    const drawn = drawButtons(host, shownSources, options.style, onButton)
    status = drawn.status
    buttons = drawn.buttons
    element.append(host)
    const enable = (value) => async () => {
      enabled = value
      update()
    }
    options.onInit?.({}, { enable: enable(true), disable: enable(false) })
  }

  return {
    render,
    isEligible: () => shownSources.every((source) => sources.includes(source)),
    async close() {
      closed.abort()
      host.remove()
    },
    async updateProps(props) {
      Object.assign(options, props)
    },
    hasReturned: () => false,
    resume() {},
  }
}

function createPurchases(options, closed) {
  let shown

  async function begin(source) {
    let popup
    try {
      const verdict = mayBegin(options.onClick, source)
      // A browser opens a new window only during the click. So the code waits for the verdict only if the verdict is a promise.
      if (verdict === false || (verdict instanceof Promise && !(await verdict))) return
      popup = openPopup()
      const orderId = await options.createOrder({ paymentSource: source }, { order: { create: createOrder } })
      if (typeof orderId !== 'string' || !orderId) throw new Error('createOrder must return the id of an order')
      await purchase(orderId, source, popup)
    } catch (error) {
      popup?.close()
      if (options.onError) options.onError(error)
      else console.error(error)
    } finally {
      shown = undefined
    }
  }

  async function purchase(orderID, source, popup) {
    if (closed.aborted) return popup?.close()
    shown = askBuyer(orderID, source, popup, closed)
    const { decision, payerID } = await shown.answer
    const redirect = (url) => location.assign(url)
    if (decision === 'cancel') await options.onCancel?.({ orderID }, { redirect })
    if (decision !== 'approve') return
    let restarted
    const restart = () => {
      restarted ??= purchase(orderID, source, openPopup())
      return restarted
    }
    const data = { orderID, payerID, paymentID: null, paymentSource: source }
    await options.onApprove?.(data, { order: actsOn(orderID), redirect, restart })
    await restarted
  }

  return { begin, focus: () => shown?.focus() }
}

const actsOn = (orderID) => ({
  capture: () => call('POST', `sdk/orders/${orderID}/capture`),
  get: () => call('GET', `sdk/orders/${orderID}`),
})

/** Whether the page's `onClick` lets the payment begin, possibly as a promise. */
function mayBegin(onClick, source) {
  let allowed = true
  const actions = {
    resolve: async () => {},
    reject: async () => {
      allowed = false
    },
  }
  const verdict = onClick?.({ fundingSource: source }, actions)
  return verdict instanceof Promise ? verdict.then((word) => word !== false && allowed) : allowed
}

function drawButtons(host, shownSources, { height = 48, shape = 'rect', layout } = {}, onButton) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [buttonSheet]
  const list = document.createElement('div')
  list.className = layout === 'horizontal' ? 'buttons horizontal' : 'buttons'
  const buttons = shownSources.map((source) => {
    const button = list.appendChild(document.createElement('button'))
    button.type = 'button'
    button.className = source
    button.textContent = labels[source]
    button.style.height = `${height}px`
    button.style.borderRadius = { pill: '99px', sharp: '0' }[shape] ?? '4px'
    button.addEventListener('click', () => onButton(source))
    return button
  })
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  root.replaceChildren(list, status)
  return { buttons, status }
}

window[script.dataset.namespace || 'paypal'] = {
  version: '5.0.0-test',
  FUNDING: { PAYPAL: 'paypal', CARD: 'card' },
  Buttons,
  getFundingSources: () => sources,
  isFundingEligible: (source) => sources.includes(source),
}
