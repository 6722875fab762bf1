import { MAX_TEXT } from '@shop/language/limits'
import type { SavedQuestion } from '@shop/language/question/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { useActKey } from '../../lib/use-act-key.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { isQuestionName, NAME_RULE } from './question-name.ts'
import { SAVED, type Savable, saveQuestion } from './questions-api.ts'
import { SavedTools } from './saved-tools.tsx'

type SaveProps = {
  kind: SavedQuestion['kind']
  opened: SavedQuestion | undefined
  hasText: boolean
  /** Undefined if a field has an error. */
  textOf: () => Savable | undefined
  onSaved: (saved: SavedQuestion) => void
  onRenamed: (renamed: SavedQuestion) => void
  onDeleted: () => void
}

export function SaveQuestion({ kind, opened, hasText, textOf, onSaved, onRenamed, onDeleted }: SaveProps) {
  const client = useQueryClient()
  const act = useActKey()
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const [deleted, setDeleted] = useState<string>()
  const name = typed ?? opened?.name ?? ''
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: (body: Parameters<typeof saveQuestion>[0]) => act.send((key) => saveQuestion(body, key)),
    onSuccess: (saved) => {
      setTyped((now) => (now === saved.name ? undefined : now))
      void client.invalidateQueries({ queryKey: SAVED })
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    reset()
    setDeleted(undefined)
    setWrong(!isQuestionName(name))
    const text = isQuestionName(name) && hasText && !isPending ? textOf() : undefined
    if (text) mutate({ ...text, name }, { onSuccess: onSaved })
  }
  return (
    <>
      <form onSubmit={save} noValidate className="mt-8 border-t border-raw pt-5">
        <h2 className="type-h4 mb-3">Save the {kind}</h2>
        <AdminFailure error={error} fallback={`The ${kind} could not be saved`} />
        <div className="mb-4 flex flex-wrap items-start gap-3">
          <Field
            label="Name"
            name="name"
            value={name}
            onChange={({ target }) => setTyped(target.value)}
            maxLength={MAX_TEXT.word}
            autoComplete="off"
            autoCapitalize="off"
            hint={`Small letters and digits, joined by hyphens. If a ${kind} has this name already, it gets a new version`}
            error={isWrong ? NAME_RULE : undefined}
            className="min-w-0 flex-1 basis-60 max-w-90"
          />
          <AdminButton type="submit" variant="outline" busy={isPending} disabled={!hasText} className="mt-6">
            Save
          </AdminButton>
        </div>
        {data && opened?.name === data.name && (
          <Note tone="ok">
            <b className="font-semibold">{data.name}</b> is saved as version {data.version}.
          </Note>
        )}
      </form>
      {deleted !== undefined && (
        <DoneNote>{`${deleted} is deleted. Its text is still here, but no longer saved.`}</DoneNote>
      )}
      {opened && (
        <SavedTools
          kind={kind}
          name={opened.name}
          onRenamed={onRenamed}
          onDeleted={(name) => {
            onDeleted()
            setDeleted(name)
          }}
        />
      )}
    </>
  )
}
