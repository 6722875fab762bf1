import { refused } from './errors.ts'
import { centsOf, type Money, money } from './money.ts'
import type { OrderRequest, PurchaseUnit } from './order-request.ts'

const AT = '/purchase_units/0'

/** Checks an order's purchase unit as PayPal does: the sums, the payee and the address. */
export function checkedUnit({ intent, purchase_units, ...request }: OrderRequest, merchantId: string): PurchaseUnit {
  const [{ payee, shipping, ...unit }, another] = purchase_units as [PurchaseUnit, PurchaseUnit?]
  if (another) throw refused('NOT_SUPPORTED', { field: '/purchase_units/1' })
  if (intent === 'AUTHORIZE') throw refused('AUTH_CAPTURE_NOT_ENABLED', { field: '/intent' })
  if (payee && (payee.merchant_id !== merchantId || payee.email_address))
    throw refused('PAYEE_ACCOUNT_INVALID', { field: `${AT}/payee` })
  const cents = checkedAmount(unit)
  const context = request.payment_source?.paypal?.experience_context ?? request.application_context
  if (context?.shipping_preference === 'SET_PROVIDED_ADDRESS' && !shipping?.address)
    throw refused('SHIPPING_ADDRESS_INVALID', { field: `${AT}/shipping/address` })
  checkAddress(shipping?.address)
  const isShown = shipping && context?.shipping_preference !== 'NO_SHIPPING'
  const amount = { ...unit.amount, ...money(unit.amount.currency_code, cents) }
  return { ...unit, amount, ...(isShown && { shipping }) }
}

function checkedAmount({ amount, items = [] }: Pick<PurchaseUnit, 'amount' | 'items'>): number {
  const at = `${AT}/amount`
  const cents = centsOf(amount, `${at}/value`)
  if (cents === 0) throw refused('CANNOT_BE_ZERO_OR_NEGATIVE', { field: `${at}/value` })
  const { breakdown = {} } = amount
  const parts = [...Object.values(breakdown), ...items.flatMap(({ unit_amount, tax }) => [unit_amount, tax])]
  if (parts.some((part) => part && part.currency_code !== amount.currency_code)) throw refused('MULTI_CURRENCY_ORDER')
  const part = (name: keyof typeof breakdown) =>
    breakdown[name] ? centsOf(breakdown[name], `${at}/breakdown/${name}/value`) : 0
  const added = part('item_total') + part('shipping') + part('handling') + part('tax_total') + part('insurance')
  if (amount.breakdown && added - part('shipping_discount') - part('discount') !== cents)
    throw refused('AMOUNT_MISMATCH', { field: `${at}/value` })
  if (items.length > 0) checkTotal('item', items, ({ unit_amount }) => unit_amount, breakdown.item_total)
  if (items.some(({ tax }) => tax)) checkTotal('tax', items, ({ tax }) => tax, breakdown.tax_total)
  return cents
}

type Item = NonNullable<PurchaseUnit['items']>[number]

function checkTotal(
  of: 'item' | 'tax',
  items: readonly Item[],
  each: (item: Item) => Money | undefined,
  total?: Money,
) {
  const field = `${AT}/amount/breakdown/${of}_total`
  if (!total) throw refused(of === 'item' ? 'ITEM_TOTAL_REQUIRED' : 'TAX_TOTAL_REQUIRED', { field })
  const sum = items.reduce((cents, item, index) => {
    const amount = each(item)
    const at = `${AT}/items/${index}/${of === 'item' ? 'unit_amount' : 'tax'}/value`
    return cents + (amount ? centsOf(amount, at) * Number(item.quantity) : 0)
  }, 0)
  if (sum !== centsOf(total, `${field}/value`))
    throw refused(of === 'item' ? 'ITEM_TOTAL_MISMATCH' : 'TAX_TOTAL_MISMATCH', { field: `${field}/value` })
}

type Address = NonNullable<NonNullable<PurchaseUnit['shipping']>['address']>

/** Some countries whose addresses must have a city and a postal code. */
const WITH_POSTAL_CODES = 'AT AU BE CA CH DE DK ES FI FR GB IT NL NO PL PT SE US'.split(' ')
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** PayPal's code for China, which is not an ISO code. */
const CHINA = 'C2'

function checkAddress(address: Address | undefined) {
  if (!address) return
  const { country_code, admin_area_2, postal_code } = address
  const at = `${AT}/shipping/address`
  if (country_code !== CHINA && (country_code === 'ZZ' || !countries.of(country_code)))
    throw refused('INVALID_COUNTRY_CODE', { field: `${at}/country_code` })
  if (!WITH_POSTAL_CODES.includes(country_code)) return
  if (!admin_area_2) throw refused('CITY_REQUIRED', { field: `${at}/admin_area_2` })
  if (!postal_code) throw refused('POSTAL_CODE_REQUIRED', { field: `${at}/postal_code` })
}

/** PayPal's seller protection covers only payments with a complete name and address. */
export const isComplete = ({ shipping }: PurchaseUnit) =>
  Boolean(shipping?.name?.full_name && shipping.address?.address_line_1 && shipping.address.admin_area_2)

/** The unit for the ledger. Personal texts except the country are masked, because an erasure does not reach the ledger's file. */
export function withoutPerson({ shipping, ...unit }: PurchaseUnit): PurchaseUnit {
  if (!shipping) return unit
  const { name, address } = shipping
  return { ...unit, shipping: { ...shipping, name: name && masked(name), address: address && masked(address) } }
}

const masked = <Texts extends object>(texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, text && field !== 'country_code' ? 'Not kept' : text]),
  ) as Texts
