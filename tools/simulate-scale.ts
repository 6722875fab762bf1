import { parseArgs } from 'node:util'
import { behindAnOrder, ordersPerS } from './scale/load.ts'
import measured from './scale/measured-rooms.json' with { type: 'json' }
import { growthADay, limits, type Need, needOf, stations } from './scale/plan.ts'

/** Predicts from this machine's measured service times what more load would need. Assumptions: docs/scaling.md. */
const { values } = parseArgs({
  options: { orders: { type: 'string', default: '10000' }, peak: { type: 'string', default: '4' } },
})
const [ordersADay, peak] = [Number(values.orders), Number(values.peak)]
if (!(ordersADay > 0 && peak >= 1)) {
  process.stderr.write('Usage: npm run simulate-scale -- [--orders <a day, at 1x>] [--peak <busiest second / mean>]\n')
  process.exit(1)
}

say(`Service times of ${measured.date} on ${measured.machine} (load average ${measured.loadAverage}).`)
say(`1x is ${count(ordersADay)} orders a day, ${peak} times the mean in the busiest second; behind an order stand`)
say(
  `${count(behindAnOrder.requests)} requests and ${behindAnOrder.events.toFixed(1)} events (assumed, docs/scaling.md). Each unit is an M/M/c queue.`,
)
for (const factor of [1, 10, 100, 1_000]) tell(factor)
say('\nWhat there can be one only of breaks in this order, when it is 60 % full in the busiest second:')
for (const { name, ordersADay: most } of limits(peak))
  say(`  ${name.padEnd(28)} ${count(most).padStart(14)} orders a day (${count(most / ordersADay)}x)`)

function tell(factor: number) {
  const orders = ordersPerS(ordersADay * factor, peak)
  say(`\n${count(factor)}x: ${count(ordersADay * factor)} orders a day, ${orders.toFixed(2)} a second at the busiest`)
  say('  station                      arrivals/s  service     needs               full      p50      p99')
  for (const station of stations) say(`  ${line(needOf(station, orders))}`)
  const { logBytes, documentBytes } = growthADay(ordersADay * factor)
  say(`  grows a day: log ${gigabytes(logBytes)}, documents ${gigabytes(documentBytes)}`)
}

function line({ name, arrivalsPerS, serviceMs, units, unit, utilisation, p50Ms, p99Ms }: Need) {
  const needs = unit ? `${count(units)} ${unit}${units > 1 ? (unit.endsWith('s') ? 'es' : 's') : ''}` : 'not divisible'
  return [
    name.padEnd(28),
    count(arrivalsPerS).padStart(10),
    millis(serviceMs).padStart(10),
    needs.padStart(16),
    `${(utilisation * 100).toFixed(utilisation < 0.1 ? 1 : 0)} %`.padStart(10),
    millis(p50Ms).padStart(10),
    millis(p99Ms).padStart(10),
  ].join(' ')
}

function millis(ms: number) {
  return Number.isFinite(ms) ? `${ms.toFixed(ms < 10 ? 2 : 0)} ms` : 'never'
}

function gigabytes(bytes: number) {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

function count(value: number) {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}
