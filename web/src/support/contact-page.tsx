import { MAX_TEXT } from '@shop/language/limits'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { entryFailure } from '../account/entry-failure.ts'
import { fieldError } from '../lib/field-error.ts'
import { useInBrowser } from '../lib/in-browser.ts'
import { useSession } from '../session/session-store.ts'
import { ActFailure } from '../ui/act-failure.tsx'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { EmailField, Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useContact } from './contact-api.ts'
import { SupportTopics } from './support-topics.tsx'

const TITLE = 'Contact Us'

export function ContactPage() {
  return (
    <div className="wrap grid gap-x-10 gap-y-8 pt-10 lg:grid-cols-[4fr_8fr] lg:pt-16">
      <div className="grid content-start gap-5 self-start lg:sticky lg:top-25">
        <h1 className="type-h1">{TITLE}</h1>
        <p className="type-say max-w-[26em] text-rinse">
          A person reads what you write here, and answers by email. If your message is about an order, include the order
          number.
        </p>
        <SupportTopics current={TITLE} />
      </div>
      <div className="border-t border-raw pt-6">
        <ContactForm />
      </div>
    </div>
  )
}

function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const user = useSession((session) => session.user)
  const { mutate: write, isPending, isSuccess, data, error, reset, unanswered, forget } = useContact()
  const isInBrowser = useInBrowser()
  const known = isInBrowser ? (unanswered ?? user) : undefined
  const message = isInBrowser ? unanswered?.message : undefined
  const [isFurther, setFurther] = useState(false)
  useEffect(() => {
    // The button that led back to the form is gone, so the form's first field gets the focus.
    if (isFurther && !isSuccess) form.current?.querySelector('input')?.focus()
  }, [isFurther, isSuccess])
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const writeAnother = () => {
    setFurther(true)
    forget()
    reset()
  }
  if (isSuccess) return <Sent message={data.message} onFurther={writeAnother} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const word = (name: string) => String(given.get(name))
    if (!isPending) write({ name: word('name'), email: word('email'), message: word('message') })
  }
  const isAtField = ['name', 'email', 'message'].some((name) => fieldError(error, name))
  return (
    // With `dialog`, submitting does nothing before the script has loaded.
    <form ref={form} method="dialog" onSubmit={submit} className="grid max-w-[560px] gap-5">
      <div key={known?.email} className="grid gap-5 md:grid-cols-2">
        <Field
          label="Name"
          name="name"
          required
          maxLength={MAX_TEXT.name}
          autoComplete="name"
          defaultValue={known?.name}
          error={fieldError(error, 'name')}
        />
        <EmailField defaultValue={known?.email} error={fieldError(error, 'email')} />
      </div>
      <TextArea
        key={message}
        label="Message"
        name="message"
        rows={7}
        required
        maxLength={MAX_TEXT.note}
        defaultValue={message}
        error={fieldError(error, 'message')}
        className="input-box h-auto! py-3"
      />
      {error && !isAtField && <ActFailure error={error}>{entryFailure(error)}</ActFailure>}
      <div>
        <Button type="submit" busy={isPending} busyLabel="Sending…">
          Send the message
        </Button>
      </div>
    </form>
  )
}

const Sent = ({ message, onFurther }: { message: string; onFurther: () => void }) => (
  <div className="max-w-[560px]">
    <DoneNote>{`${message}.`}</DoneNote>
    <Button variant="outline" onClick={onFurther}>
      Write another message
    </Button>
  </div>
)
