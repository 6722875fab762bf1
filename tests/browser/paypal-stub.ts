import type { BrowserContext, Route } from 'playwright-core'

/*
 * Answers requests to PayPal's hosts in the browser's network layer, so that the page's policy still applies to them. The script in the
 * answer does the same in a page as PayPal's v5 script, and opens the window in which a buyer decides.
 */

const HOSTS = /^https:\/\/([\w-]+\.)*(paypal|paypalobjects|venmo)\.com\//

type Stub = Readonly<{
  /** PayPal's API, where the buyer's approval is recorded. */
  api: string
}>

/** Answers every request from a context to PayPal's hosts. Returns the list of requested addresses, which grows. */
export async function answerAsPaypal(context: BrowserContext, { api }: Stub): Promise<readonly string[]> {
  const requested: string[] = []
  await context.route(HOSTS, async (route) => {
    const url = new URL(route.request().url())
    requested.push(`${url.host}${url.pathname}`)
    if (url.pathname === '/approve')
      await fetch(`${api}/v2/checkout/orders/${url.searchParams.get('token')}/approve`, { method: 'POST' })
    await route.fulfill(answerTo(url, route))
  })
  return requested
}

function answerTo({ pathname, searchParams }: URL, route: Route): Parameters<Route['fulfill']>[0] {
  const anywhere = { 'access-control-allow-origin': '*' }
  if (pathname === '/sdk/js') return { contentType: 'text/javascript', body: SDK }
  if (pathname === '/checkoutnow')
    return { contentType: 'text/html', body: buyersPage(searchParams.get('token') ?? '') }
  if (pathname === '/smart/buttons') return { contentType: 'text/html', body: BUTTON }
  const types = { script: 'text/javascript', stylesheet: 'text/css', document: 'text/html', image: 'image/svg+xml' }
  const contentType = types[route.request().resourceType() as keyof typeof types] ?? 'application/json'
  const body = { 'text/javascript': '0', 'text/css': '.paypal-sheet { color: rgb(1, 2, 3) }', 'image/svg+xml': PICTURE }
  return { contentType, headers: anywhere, body: body[contentType as keyof typeof body] ?? '{}' }
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>'

const BUTTON = `<!doctype html><button style="width:100%;height:52px">Pay at PayPal</button>
<script>document.querySelector('button').onclick = () => parent.postMessage('pressed', '*')</script>`

const buyersPage = (token: string) => `<!doctype html><title>PayPal</title>
<button data-says="approve">Agree and pay</button><button data-says="cancel">Cancel</button><button data-says="fail">Break</button>
<script>
  for (const button of document.querySelectorAll('button'))
    button.onclick = async () => {
      const { says } = button.dataset
      if (says === 'approve') await fetch('/approve?token=${token}')
      opener.postMessage({ says, token: '${token}' }, '*')
    }
</script>`

/**
 * A script that does the same in a page as PayPal's script: it checks something in an empty frame, adds style sheets and frames, sends
 * requests, and opens an empty window.
 */
const SDK = `(() => {
  const script = document.currentScript
  const nonce = script.dataset.cspNonce
  const query = new URL(script.src).searchParams
  const made = (name, fields, into = document.body) => into.appendChild(Object.assign(document.createElement(name), fields))
  const done = { query: Object.fromEntries(query), hasNonce: Boolean(nonce) }

  function ask() {
    made('link', { rel: 'stylesheet', href: 'https://www.paypal.com/sheet.css' }, document.head)
    made('link', { rel: 'stylesheet', href: 'https://www.paypalobjects.com/sheet.css' }, document.head)
    made('style', { textContent: '.paypal-inline { color: rgb(4, 5, 6) }' }, document.head)
    for (const host of ['www.paypal.com', 'www.paypalobjects.com', 'www.venmo.com'])
      made('script', { src: 'https://' + host + '/part.js' })
    for (const address of ['https://t.paypal.com/ts', 'https://www.venmo.com/mark.svg', 'data:image/svg+xml,%3Csvg/%3E'])
      made('img', { src: address, alt: '' })
    for (const host of ['c.paypal.com', 'account.venmo.com', 'www.paypalobjects.com'])
      made('iframe', { src: 'https://' + host + '/frame', hidden: true, title: host })
    done.asked = Promise.all(['www.paypal.com', 'api.venmo.com', 'www.paypalobjects.com'].map((host) => fetch('https://' + host + '/state')))
  }

  function render(container, options) {
    const first = made('iframe', { title: 'first look', style: 'width:100%;height:1px' }, container)
    first.contentDocument.open()
    first.contentDocument.write('<style>p{color:red}</style><p style="margin:0"></p><script nonce="' + nonce + '">parent.paypalFirstLook = true</' + 'script>')
    first.contentDocument.close()
    const frame = made('iframe', { src: 'https://www.paypal.com/smart/buttons', title: 'PayPal', style: 'width:100%;height:60px' }, container)
    addEventListener('message', ({ data, source }) => data === 'pressed' && source === frame.contentWindow && press(options))
  }

  async function press(options) {
    const popup = open('', 'paypal', 'popup,width=460,height=700')
    if (!popup) return options.onError(new Error('Unable to open popup window'))
    try {
      const token = await options.createOrder({}, {})
      popup.location = 'https://www.paypal.com/checkoutnow?token=' + token
      const says = await decision(popup, token)
      popup.close()
      if (says === 'approve') await options.onApprove({ orderID: token }, { restart: () => press(options) })
      else if (says === 'fail') throw new Error('The window broke')
      else options.onCancel({ orderID: token })
    } catch (error) {
      popup.close()
      options.onError(error)
    }
  }

  const decision = (popup, token) =>
    new Promise((resolve) => {
      const watch = setInterval(() => popup.closed && (clearInterval(watch), resolve('cancel')), 100)
      addEventListener('message', ({ data }) => data?.token === token && (clearInterval(watch), resolve(data.says)))
    })

  ask()
  window[script.dataset.namespace ?? 'paypal'] = {
    version: '5.0.0-stub',
    done,
    Buttons: (options) => ({
      isEligible: () => true,
      render: async (container) => render(container, options),
      close: async () => {},
      updateProps: async (props) => void Object.assign(options, props),
    }),
  }
})()`
