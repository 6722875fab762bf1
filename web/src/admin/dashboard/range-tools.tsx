import { MAX_DASHBOARD_DAYS } from '@shop/language/limits'
import { type FormEvent, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { type DayRange, daysFrom, lastDays, presetOf, presets } from './day-range.ts'

type ToolProps = { range: DayRange; onChoose: (range: Partial<DayRange>) => void }

export function RangeTools({ range, onChoose }: ToolProps) {
  const [wrong, setWrong] = useState<string>()
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const said = new FormData(event.currentTarget)
    const [from, to] = [String(said.get('from')), String(said.get('to'))]
    const problem = problemOf(from, to)
    setWrong(problem)
    if (!problem) onChoose({ from, to })
  }
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <SelectField
        label="Range"
        choices={[...presets, { value: '', label: 'Custom range' }]}
        value={presetOf(range)}
        onChange={({ target }) => target.value && onChoose(lastDays(Number(target.value)))}
      />
      <form
        key={`${range.from} ${range.to}`}
        onSubmit={show}
        noValidate
        className="flex flex-wrap items-start gap-x-3 gap-y-2 max-sm:w-full"
      >
        <Field
          label="From"
          name="from"
          type="date"
          defaultValue={range.from}
          error={wrong}
          className="max-w-56 max-sm:flex-1"
        />
        <Field label="To" name="to" type="date" defaultValue={range.to} className="max-sm:flex-1" />
        <AdminButton type="submit" variant="outline" className="sm:mt-6">
          Show
        </AdminButton>
      </form>
    </div>
  )
}

function problemOf(from: string, to: string): string | undefined {
  if (!from || !to) return 'Enter both days'
  if (from > to) return 'The first day is after the last day'
  return daysFrom(from, to) > MAX_DASHBOARD_DAYS ? `At most ${MAX_DASHBOARD_DAYS} days` : undefined
}
