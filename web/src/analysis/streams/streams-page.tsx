import { MAX_TEXT } from '@shop/language/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { streamAddress } from '../../admin/parts/stream-address.ts'
import { Field } from '../../ui/field.tsx'
import { OneLife } from './one-life.tsx'
import { StreamView } from './stream-view.tsx'
import { copiedStream, PAGE } from './streams-api.ts'

export function StreamsPage() {
  const [params] = useSearchParams()
  const order = params.get('order')
  const at = numberIn(params.get('at'))
  if (order) return <OneLife key={order} order={order} at={at} />
  return <OneStream stream={params.get('stream') ?? ''} at={at} />
}

function OneStream({ stream, at }: { stream: string; at: number | undefined }) {
  const from = Math.floor((at ?? 0) / PAGE) * PAGE
  const { data, error, isFetching, isLoading, refetch } = useQuery({
    ...copiedStream(stream, from),
    enabled: stream !== '',
  })
  return (
    <>
      <PageHead title="Streams" lead="All events of one thing, such as an order or a product." />
      <NameField key={stream} stream={stream} />
      {isLoading && <LoadingRows />}
      <AdminFailure error={error} fallback="The stream could not be fetched" onRetry={() => void refetch()} />
      {!error && data && <StreamView stream={data} from={from} at={at} isFetching={isFetching} />}
    </>
  )
}

const numberIn = (text: string | null) => (text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined)

function NameField({ stream }: { stream: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(stream)
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) navigate(streamAddress(typed.trim()))
  }
  return (
    <form onSubmit={open} className="mb-8 flex flex-wrap items-start gap-x-3 gap-y-2">
      <Field
        label="Name of the stream"
        name="stream"
        className="min-w-0 flex-[1_1_300px] lg:max-w-140"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder="order-…"
        maxLength={MAX_TEXT.search}
        autoComplete="off"
        spellCheck={false}
        hint="For example order- followed by the order’s id, or stock- followed by the product’s id. Carts and accounts have pseudonyms, which you find in lists of events."
      />
      <AdminButton type="submit" className="mt-[25px]">
        Open
      </AdminButton>
    </form>
  )
}
