import type { ThingKind } from '@shop/language/analysis/things'
import { MAX_TEXT } from '@shop/language/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { asOfOf, STILL_EARLIER, WRONG_MOMENT } from '../questions/question-words.ts'
import { FoundThings } from './found-things.tsx'
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
