import type { Change } from '@shop/language/analysis/streams'
import type { Thing } from '@shop/language/analysis/things'

type Fact = Change['before']
/** A thing's values, by the paths of their fields. */
export type Facts = ReadonlyMap<string, Fact>

/**
 * Sets of fields that can name an element of a list. If an element has all fields of several sets, the first set names the element. An
 * index is a bad name, because it changes when an earlier element is removed.
 */
const identities = [
  ['_id'],
  ['refundId'],
  ['returnId'],
  ['productId', 'size', 'color'],
  ['name', 'size', 'color'],
  ['size', 'color'],
]

export function factsOf(value: unknown): Facts {
  const facts = new Map<string, Fact>()
  add(facts, '', value)
  return facts
}

export function factsOfThing(thing: object): Facts {
  const { _id, kind, ...shown } = thing as Thing
  return factsOf(kind === 'order' ? withItems(shown as Order) : shown)
}

type Order = Omit<Extract<Thing, { kind: 'order' }>, '_id' | 'kind'>

/** Refunds and returns name the order's items by index (`line`). */
function withItems(order: Order) {
  const named = <Pieces extends { line: number }>(pieces: readonly Pieces[]) =>
    pieces.map(({ line, ...rest }) => {
      const { name, size, color } = order.items[line]!
      return { name, size, color, ...rest }
    })
  return {
    ...order,
    refunds: order.refunds.map((refund) => ({ ...refund, lines: named(refund.lines) })),
    returns: order.returns.map(({ received, ...one }) => ({
      ...one,
      lines: named(one.lines),
      ...(received && { received: named(received) }),
    })),
  }
}

function add(facts: Map<string, Fact>, path: string, value: unknown) {
  if (Array.isArray(value)) addList(facts, path, value)
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) add(facts, path ? `${path}.${name}` : name, one)
  else if (path && value !== undefined) facts.set(path, value as Fact)
}

function addList(facts: Map<string, Fact>, path: string, list: readonly unknown[]) {
  if (list.every((one) => typeof one !== 'object' || one === null)) {
    if (path && list.length > 0) facts.set(path, list.join(', '))
    return
  }
  const seen = new Map<string, number>()
  for (const [index, one] of list.entries()) {
    const { name, rest } = elementOf(one, index)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    add(facts, `${path}[${times > 1 ? `${name}, ${times}` : name}]`, rest)
  }
}

function elementOf(element: unknown, index: number): Readonly<{ name: string; rest: unknown }> {
  const place = { name: String(index + 1), rest: element }
  if (typeof element !== 'object' || element === null) return place
  const fields = element as Readonly<Record<string, unknown>>
  const identity = identities.find((names) => names.every((name) => typeof fields[name] === 'string'))
  if (!identity) return place
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !identity.includes(name)))
  const name = identity.flatMap((name) => fields[name] || []).join(' ')
  return name ? { name, rest } : { ...place, rest }
}

export function changesBetween(before: Facts, after: Facts): Change[] {
  const changes: Change[] = []
  for (const [field, value] of after)
    if (before.get(field) !== value && !(value === null && !before.has(field)))
      changes.push({ field, before: before.get(field) ?? null, after: value })
  for (const [field, value] of before)
    if (!after.has(field) && value !== null) changes.push({ field, before: value, after: null })
  return changes
}
