import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { useActKey } from '../../lib/act-key.ts'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { savedQuestions, saveQuestion } from './questions-api.ts'
import type { Draft } from './use-draft.ts'

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Saves the question's text and its parameters under a name. If the name exists, the saved question gets a new version. */
export function SaveQuestion({ draft }: { draft: Draft }) {
  const client = useQueryClient()
  const act = useActKey()
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const name = typed ?? draft.name
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: (body: Parameters<typeof saveQuestion>[0]) => act.send((key) => saveQuestion(body, key)),
    onSuccess: (saved) => {
      setTyped((now) => (now === saved.name ? undefined : now))
      void client.invalidateQueries({ queryKey: savedQuestions.queryKey })
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    reset()
    setWrong(!NAME.test(name))
    if (NAME.test(name) && draft.sql.trim() && !isPending)
      mutate({ name, sql: draft.sql, parameters: draft.parameters() }, { onSuccess: draft.savedAs })
  }
  return (
    <form onSubmit={save} noValidate className="mt-8 border-t border-raw pt-5">
      <h2 className="type-h4 mb-3">Save the question</h2>
      <AdminFailure error={error} fallback="The question could not be saved" />
      <div className="mb-4 flex flex-wrap items-start gap-3">
        <Field
          label="Name"
          name="name"
          value={name}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          hint="Saving under an existing name adds a version"
          error={isWrong ? 'Small letters and digits, joined by hyphens' : undefined}
          className="min-w-0 flex-1 basis-60 max-w-90"
        />
        <AdminButton type="submit" variant="outline" busy={isPending} disabled={!draft.sql.trim()} className="mt-6">
          Save
        </AdminButton>
      </div>
      {data && (
        <Note tone="ok">
          <b className="font-semibold">{data.name}</b> is saved as version {data.version}.
        </Note>
      )}
    </form>
  )
}
