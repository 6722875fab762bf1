import type { Thing, ThingKind } from '@shop/language/analysis/things'
import { MAX_TEXT } from '@shop/language/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { asOfOf, STILL_EARLIER, WRONG_MOMENT } from '../questions/question-words.ts'
import { rowOf } from './thing-row.ts'
import { compareAddress } from './time-address.ts'
import { type Compared, fewThings } from './time-api.ts'
import { useResting } from './use-resting.ts'

const kinds: readonly { value: ThingKind; label: string }[] = [
  { value: 'order', label: 'Order' },
  { value: 'cart', label: 'Cart' },
  { value: 'product', label: 'Product' },
  { value: 'stock', label: 'Stock of a product' },
  { value: 'price', label: 'Prices of a product' },
]

const NOTHING = { things: [] }

type Moments = Readonly<Record<'from' | 'to', ReturnType<typeof asOfOf>>>

const areBothNow = ({ from, to }: Moments) => from && to && from.asOf === undefined && to.asOf === undefined

function wrongIn(moments: Moments, name: keyof Moments, isCompared: boolean) {
  if (!moments[name]) return isCompared ? STILL_EARLIER : WRONG_MOMENT
  return name === 'from' && areBothNow(moments) ? 'Enter a moment before now' : undefined
}

export function MomentsForm({ asked }: { asked: Compared }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [typed, setTyped] = useState({ ...asked, from: asked.from ?? '', to: asked.to ?? '' })
  const [isTried, setTried] = useState(false)
  const moments = { from: asOfOf(typed.from), to: asOfOf(typed.to) }
  const id = typed.id.trim().replace(/^#/, '')
  const [words, setWords] = useState('')
  const resting = useResting(words, '', setWords)
  const thingsWith = (search: string) => fewThings(typed.kind, search, moments.to?.asOf?.toString())
  const { data: found } = useQuery({ ...thingsWith(words), enabled: words !== '' })
  const choose = (chosen: string) => {
    setTried(true)
    const { from, to } = moments
    if (chosen && from && to && !areBothNow(moments))
      navigate(compareAddress({ kind: typed.kind, id: chosen, from: from.asOf?.toString(), to: to.asOf?.toString() }))
  }
  /** Words that find one thing choose it. If they find several things, the list shows them. */
  const compare = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!id) return
    const { things } = await client.fetchQuery(thingsWith(id)).catch(() => NOTHING)
    const [only, ...others] = things
    if (others.length === 0) choose(only?._id ?? id)
    else if (things.some(({ _id }) => _id === id)) choose(id)
    else setWords(id)
  }
  const moment = (name: 'from' | 'to', label: string) => (
    <Field
      label={label}
      name={name}
      value={typed[name]}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      placeholder="Now"
      autoComplete="off"
      hint="An event’s number, a time in UTC, or now"
      error={isTried ? wrongIn(moments, name, asked.id !== '') : undefined}
    />
  )
  return (
    <form onSubmit={compare} className="mb-8">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-[200px_minmax(0,1fr)_220px_220px]">
        <SelectField
          label="What"
          name="kind"
          choices={kinds}
          value={typed.kind}
          onChange={({ target }) => setTyped({ ...typed, kind: target.value as ThingKind })}
        />
        <div>
          <Field
            label="Name or id"
            name="id"
            value={typed.id}
            onChange={({ target }) => {
              setTyped({ ...typed, id: target.value })
              resting.move(target.value.trim().replace(/^#/, ''))
            }}
            maxLength={MAX_TEXT.search}
            autoComplete="off"
            spellCheck={false}
            hint="A product’s name, an id or its first characters, or the pseudonym of a cart’s owner"
            error={isTried && !id ? 'Enter a name or an id' : undefined}
          />
          {words !== '' && found && <FoundThings things={found.things} onChoose={choose} />}
        </div>
        {moment('from', 'First moment')}
        {moment('to', 'Second moment')}
      </div>
      <AdminButton type="submit" className="mt-4">
        Compare
      </AdminButton>
    </form>
  )
}

type FoundProps = { things: readonly Thing[]; onChoose: (id: string) => void }

/** The things that the typed words find. A press chooses one. */
const FoundThings = ({ things, onChoose }: FoundProps) => (
  <div className="mt-2">
    <p role="status" className="type-small text-rinse">
      {things.length === 0 ? 'Nothing matches these words.' : 'Choose one:'}
    </p>
    <ul aria-label="Found" className="border-b border-hair empty:hidden">
      {things.map((thing) => {
        const { title, facts, end } = rowOf(thing)
        return (
          <li key={thing._id} className="border-t border-hair">
            <button
              type="button"
              onClick={() => onChoose(thing._id)}
              className="flex min-h-11 w-full items-baseline justify-between gap-4 py-2 text-left hover:bg-chalk"
            >
              <span className="min-w-0">
                <span className="font-[550] wrap-anywhere">{title}</span>{' '}
                <span className="type-small line-clamp-1 text-stone">{facts.filter(Boolean).join(' · ')}</span>
              </span>
              <span className="num whitespace-nowrap">{end}</span>
            </button>
          </li>
        )
      })}
    </ul>
  </div>
)
