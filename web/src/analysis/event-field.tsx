import { Field } from '../ui/field.tsx'

type EventFieldProps = {
  label: string
  name: string
  value: string
  error?: string | undefined
  hint?: string
  placeholder?: string
  onType: (value: string) => void
}

export const EventField = ({ onType, ...field }: EventFieldProps) => (
  <Field {...field} inputMode="numeric" autoComplete="off" onChange={({ target }) => onType(target.value)} />
)

export const FromEventField = (field: Pick<EventFieldProps, 'value' | 'error' | 'onType'>) => (
  <EventField {...field} label="From event" name="from" placeholder="1" />
)
