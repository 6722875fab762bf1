import type { ThingAtTwoMoments } from '@shop/language/analysis/things'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { lifeAddress, streamAddress } from '../../admin/parts/stream-address.ts'
import { eventCount, numeral } from '../../lib/numeral.ts'
import { factText, isTechnical, type PathWords, pathWords } from '../fact-words.ts'
import { EventChanges } from '../streams/event-changes.tsx'
import { whoOf } from '../streams/stream-step.tsx'
import { useFirst } from '../use-first.tsx'
import { ChangeSums } from './change-sums-table.tsx'
import { shortMoment, stateWords } from './moment-words.ts'
import { asOfAddress, compareAddress } from './time-address.ts'
import type { Compared } from './time-api.ts'

type StatesProps = { found: ThingAtTwoMoments; asked: Compared }

/** `typed.id` can be only the beginning of the thing's id. */
export function TwoStates({ found, asked: typed }: StatesProps) {
  const asked = { ...typed, id: (found.to.thing ?? found.from.thing)?._id ?? typed.id }
  const { fields } = found
  const differing = fields.filter(({ before, after }) => before !== after)
  const same = fields.filter((one) => !differing.includes(one))
  const technical = differing.filter(({ field }) => isTechnical(field))
  const name = nameOf(found) ?? asked.id
  const words = pathWords([...fields, ...found.events.flatMap(({ changes }) => changes)])
  return (
    <>
      <section aria-labelledby="states">
        <h2 id="states" className="type-h4 wrap-anywhere">
          {name}: {fieldCount(differing.length)} {differing.length === 1 ? 'differs' : 'differ'}
        </h2>
        {asked.kind === 'order' && <RowLink to={lifeAddress(asked.id)}>All events about this order</RowLink>}
        {differing.length > technical.length && (
          <div className="facts-changed mt-3 bg-bleach" data-narrow="stacked">
            <States
              found={found}
              asked={asked}
              words={words}
              label="Both states"
              fields={differing.filter((one) => !technical.includes(one))}
            />
          </div>
        )}
        <Folded
          title={`Technical: ${fieldCount(technical.length)}`}
          found={found}
          asked={asked}
          words={words}
          fields={technical}
        />
        <Folded
          title={`${fieldCount(same.length)} did not change: show`}
          found={found}
          asked={asked}
          words={words}
          fields={same}
        />
      </section>
      <Between found={found} asked={asked} words={words} />
    </>
  )
}

const fieldCount = (count: number) => (count === 1 ? '1 field' : `${numeral(count)} fields`)

type FieldsProps = StatesProps & { words: PathWords; label: string; fields: ThingAtTwoMoments['fields'] }

const Folded = ({ title, ...states }: Omit<FieldsProps, 'label'> & { title: string }) =>
  states.fields.length > 0 && (
    <details className="mt-3">
      <summary className="type-small min-h-11 cursor-pointer py-2.5 lg:min-h-8 lg:py-1">{title}</summary>
      <div className="facts-changed bg-bleach" data-narrow="stacked">
        <States {...states} label={title} />
      </div>
    </details>
  )

function States({ found, asked, words, label, fields }: FieldsProps) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{headOf(found.from, asked)}</th>
          <th scope="col">{headOf(found.to, asked)}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after }) => (
          <FieldRow
            key={field}
            name={words(field)}
            path={field}
            before={factText(field, before)}
            after={factText(field, after)}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { name: string; path: string; before: string | null; after: string | null }

function FieldRow({ name, path, before, after }: RowProps) {
  const differs = before !== after
  return (
    <tr>
      <th scope="row" title={path}>
        {differs ? <b className="font-semibold text-raw">{name}</b> : name}
      </th>
      <td className={differs && before !== null ? 'bg-bad-wash text-bad' : 'text-stone'}>
        {before === null ? 'none' : differs ? <del>{before}</del> : before}
      </td>
      <td className={differs && after !== null ? 'bg-ok-wash text-ok' : 'text-stone'}>
        {after === null ? 'none' : differs ? <ins className="no-underline">{after}</ins> : after}
      </td>
    </tr>
  )
}

function Between({ found, asked, words }: StatesProps & { words: PathWords }) {
  const { events, more, from, to } = found
  const first = useFirst(events, 'events')
  const address = (moments: { from?: number; to?: number }) =>
    compareAddress({
      ...asked,
      from: String(moments.from ?? from.asOf.event),
      to: moments.to === undefined ? (asked.to ?? String(to.asOf.event)) : String(moments.to),
    })
  return (
    <section aria-labelledby="between" className="mt-10">
      <h2 id="between" className="type-h4">
        Changed by {eventCount(events.length)} between the two moments
      </h2>
      {more && (
        <p className="type-small text-rinse">Later events are left out. Choose moments that are closer together.</p>
      )}
      <ChangeSums kind={asked.kind} found={found} />
      <ol className="mt-3 border-t border-raw">
        {first.shown.map((event) => (
          <li key={event.event} className="border-b border-hair py-3">
            <h3 className="font-[550]">
              {event.type} <span className="type-small font-normal wrap-anywhere text-stone">{whoOf(event)}</span>
            </h3>
            <p className="type-small flex flex-wrap items-center gap-x-4 text-stone">
              {event.recordedAt && <time dateTime={event.recordedAt}>{shortMoment(event.recordedAt)} UTC</time>}
              <RowLink to={asOfAddress(event.event, event.kind)}>event {numeral(event.event)}</RowLink>
              <RowLink to={streamAddress(event.stream, event.version)} className="wrap-anywhere">
                {event.stream}
              </RowLink>
              <RowLink
                to={address({ from: event.event - 1 })}
                aria-label={`Start before this event: ${numeral(event.event)}`}
              >
                Start before this event
              </RowLink>
              <RowLink to={address({ to: event.event })} aria-label={`End at this event: ${numeral(event.event)}`}>
                End at this event
              </RowLink>
            </p>
            <EventChanges type={event.type} changes={event.changes} words={words} mayClose />
          </li>
        ))}
      </ol>
      {first.more}
    </section>
  )
}

const headOf = (state: ThingAtTwoMoments['from'], asked: Compared) =>
  stateWords(state.asOf, asked) + (state.asOf.event === 0 || state.thing ? '' : ': did not exist')

function nameOf({ from, to }: ThingAtTwoMoments): string | undefined {
  const thing = to.thing ?? from.thing
  if (!thing) return undefined
  return 'name' in thing && thing.name ? thing.name : thing.kind === 'order' ? `#${thing._id}` : thing._id
}
