import { FormAct } from './form-act.tsx'
import { useEditOwnAccount } from './own-account-api.ts'

export function ChangeName({ name, email }: { name: string; email: string }) {
  const act = useEditOwnAccount()
  return (
    <FormAct
      title="Name"
      says="The name of your account. Parcels use the name in the delivery address."
      opener="Change name"
      done={act.isSuccess ? `Your name is ${name} now.` : undefined}
      email={email}
      fields={[{ name: 'name', label: 'Name', type: 'text', autoComplete: 'name', defaultValue: name }]}
      submit="Change name"
      busyLabel="Changing…"
      act={act}
      onSubmit={(form, close) => act.mutate({ name: String(form.get('name')) }, { onSuccess: close })}
    />
  )
}
