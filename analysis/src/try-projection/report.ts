import type { Changed, Tried } from './try-projection.ts'

const MOST_SHOWN = 20
const MOST_EVENTS = 5

type Report = Tried & Readonly<{ now: string | undefined; name: string; newest: number }>

export function reportOf({ now, name, newest, documents, changed, halted }: Report): string {
  const of = (what: Changed['what']) => changed.filter((one) => one.what === what).length
  const same = documents - of('differs') - of('new')
  const lines = [
    `${now ?? 'no projection of the shop'} → ${name}, over events 1 to ${newest}`,
    ...(halted.now === undefined ? [] : [`  ${now} halts at ${halted.now}`]),
    ...(halted.changed === undefined ? [] : [`  ${name} halts at ${halted.changed}`]),
    `  ${documents} documents: ${same} unchanged, ${of('differs')} differ, ${of('new')} new, ${of('gone')} removed`,
    ...changed.slice(0, MOST_SHOWN).flatMap(linesOf),
    ...(changed.length > MOST_SHOWN ? [`  … and ${changed.length - MOST_SHOWN} more`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function linesOf({ id, what, fields, events }: Changed): readonly string[] {
  const more = events.length > MOST_EVENTS ? ` and ${events.length - MOST_EVENTS} more` : ''
  const by = `by ${events.length === 1 ? 'event' : 'events'} ${events.slice(0, MOST_EVENTS).join(', ')}${more}`
  const values = fields.map(([name, is, wouldBe]) => `    ${name}: ${shown(is)} → ${shown(wouldBe)}`)
  return [`  ${id} ${what === 'differs' ? what : `is ${what}`}, ${by}`, ...(what === 'differs' ? values : [])]
}

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'none'
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
