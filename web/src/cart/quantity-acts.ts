import { keyOf, type LineId, useWantedQuantities } from './wanted-quantities.ts'

/* What the cart's drawer does with the wanted quantities. It is apart from the state, because every page loads the state. */

export function want(line: LineId, quantity: number) {
  const key = keyOf(line)
  useWantedQuantities.setState(({ quantities, refusals }) => ({
    quantities: { ...quantities, [key]: quantity },
    refusals: without(refusals, key),
  }))
}

export const wantedOf = (line: LineId): number | undefined => useWantedQuantities.getState().quantities[keyOf(line)]

/** Called when the server has stored `quantity`. Does nothing if the shopper wants another quantity by now. */
export function fulfil(line: LineId, quantity: number) {
  if (wantedOf(line) !== quantity) return
  useWantedQuantities.setState(({ quantities }) => ({ quantities: without(quantities, keyOf(line)) }))
}

export function refuse(line: LineId, reason: string) {
  const key = keyOf(line)
  useWantedQuantities.setState(({ quantities, refusals }) => ({
    quantities: without(quantities, key),
    refusals: { ...refusals, [key]: reason },
  }))
}

/** Whether a change has been refused since `earlier`. */
export const isAnyNew = (refusals: Readonly<Record<string, string>>, earlier: Readonly<Record<string, string>>) =>
  Object.keys(refusals).some((key) => refusals[key] !== earlier[key])

function without<Value>(record: Readonly<Record<string, Value>>, key: string) {
  const { [key]: _, ...rest } = record
  return rest
}
