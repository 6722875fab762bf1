// biome-ignore-all lint/correctness/noUnusedVariables: the three sdk files are served as one script, in which these are used
const script = document.currentScript
const address = new URL(script.src)
const base = new URL('..', address)
const query = address.searchParams
const sources = ['paypal', 'card'].filter((source) => !(query.get('disable-funding') ?? '').split(',').includes(source))

async function call(method, path, body) {
  const headers = { Authorization: `Basic ${btoa(`${query.get('client-id')}:`)}` }
  if (body) headers['Content-Type'] = 'application/json'
  const response = await fetch(new URL(path, base), {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (response.ok) return answer
  const { name, details, debug_id } = answer
  const reason = `${details?.[0]?.issue ?? name}: ${details?.[0]?.description ?? answer.message}`
  throw Object.assign(new Error(reason), { name, details, debug_id, status: response.status })
}

async function createOrder(order) {
  const currency_code = query.get('currency') ?? 'USD'
  const purchase_units = (order.purchase_units ?? []).map((unit) => ({
    ...unit,
    amount: unit.amount && { currency_code, ...unit.amount, value: String(unit.amount.value) },
  }))
  return (await call('POST', 'sdk/orders', { intent: 'CAPTURE', ...order, purchase_units })).id
}

// The script makes style sheets, because the shop's content security policy allows no inline styles.
function sheet(css) {
  const made = new CSSStyleSheet()
  made.replaceSync(css)
  return made
}
