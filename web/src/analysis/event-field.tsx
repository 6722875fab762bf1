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

/** A field for the number of an event. */
export const EventField = ({ onType, ...field }: EventFieldProps) => (
  <Field {...field} inputMode="numeric" autoComplete="off" onChange={({ target }) => onType(target.value)} />
)

/** The field for the first event of a range. It can stay empty. */
export const FromEventField = (field: Pick<EventFieldProps, 'value' | 'error' | 'onType'>) => (
  <EventField {...field} label="From event" name="from" placeholder="1" />
)
