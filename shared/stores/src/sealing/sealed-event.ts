import { definitionOf, isKnown, personIn } from '@shop/language/all-events'
import type { NewEvent, Recorded } from '@shop/language/events/event'
import { KeyDestroyed, type KeyStore } from '../key-store/key-store.ts'
import { openBox, sealBox } from './sealed-box.ts'

type Data = Readonly<Record<string, unknown>>
/** STORAGE FORMAT: the personal fields are in the box. An empty box means that all personal fields are null. */
type Sealed = Data & Readonly<{ sealed: string }>

const EMPTY = ''

/** An erased person's event is stored without the personal fields. */
export async function sealEvent(event: NewEvent, keys: KeyStore): Promise<NewEvent> {
  const { personal } = definitionOf(event.type)
  if (!personal) return event
  const fields = Object.entries(event.data as Data)
  const isPersonal = (field: string) => personal.fields.includes(field)
  const plain = Object.fromEntries(fields.filter(([field]) => !isPersonal(field)))
  const secret = fields.filter(([field, value]) => isPersonal(field) && value !== null)
  const sealed = secret.length > 0 ? await boxOf(Object.fromEntries(secret), String(plain[personal.of])) : EMPTY
  return { ...event, data: { ...plain, sealed } satisfies Sealed }

  async function boxOf(secret: Data, person: string) {
    try {
      return sealBox(await keys.keyFor(person), secret, contextOf(person, event.id))
    } catch (error) {
      if (error instanceof KeyDestroyed) return EMPTY
      throw error
    }
  }
}

/**
 * Opens and upcasts an event, with null for erased fields. An event of an unknown type is returned as stored. Throws if the box does not
 * open with the person's key.
 */
export function openEvent(event: Recorded, keys: ReadonlyMap<string, Buffer>): Recorded {
  if (!isKnown(event.type)) return event
  const { personal, lift } = definitionOf(event.type)
  const version = event.metadata.schemaVersion
  if (!personal) return { ...event, data: lift(event.data, version) }
  const { sealed, ...plain } = event.data as Data
  const person = String(plain[personal.of])
  const nothing = Object.fromEntries(personal.fields.map((field) => [field, null]))
  const secret = typeof sealed === 'string' ? openedBox(sealed, person) : {}
  const lifted = lift({ ...nothing, ...plain, ...secret }, version) as Data
  // An upcaster may have replaced the null of a field that cannot be opened.
  return { ...event, data: secret ? lifted : { ...lifted, ...nothing } }

  function openedBox(box: string, person: string): Data | undefined {
    const key = keys.get(person)
    if (box === EMPTY || !key) return undefined
    try {
      return openBox(key, box, contextOf(person, event.id)) as Data
    } catch (cause) {
      const { type, id, stream } = event
      throw new Error(`${type} ${id} in ${stream} cannot be opened. It was changed, or was sealed with another key`, {
        cause,
      })
    }
  }
}

/** Undefined for an event without a box. */
export function sealedFor(event: Recorded): string | undefined {
  const person = personIn(event)
  return person !== undefined && (event.data as Data).sealed ? person : undefined
}

/** True for an event without a box. */
export function opens(event: Recorded, keys: ReadonlyMap<string, Buffer>): boolean {
  const person = sealedFor(event)
  const key = person === undefined ? undefined : keys.get(person)
  if (person === undefined || !key) return person === undefined
  try {
    openBox(key, String((event.data as Data).sealed), contextOf(person, event.id))
    return true
  } catch {
    return false
  }
}

/** Binds a box to its person and its event. */
const contextOf = (person: string, eventId: string) => `${person}/${eventId}`
