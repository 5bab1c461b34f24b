import type { StaffMember } from '@portal/contract/staff.ts'
import { addStaff } from '@portal/contract/staff.ts'
import { roles, roleNames } from '@portal/contract/security/permissions.ts'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { checkWith } from '#web/shared/forms/check-with.ts'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import css from '#web/shared/manage/manage.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { EmailField, TextField } from '#web/ui/forms/field.tsx'
import { useStaffChanges } from './api.ts'
import { RoleField, roleOf } from './role-field.tsx'
import { addSentences, labels, nameOf, type StaffFields, text } from './text.ts'

type Values = Record<StaffFields, string>

const initial: Values = { first_name: '', last_name: '', email: '', role: '' }
const check = checkWith(addStaff.body)

/** Adds an account of staff, after a question with the person's name and role; `role` of the address proposes one. */
export function AddForm() {
  const { add } = useStaffChanges()
  const [asking, setAsking] = useState<FormEvent>()
  const [added, setAdded] = useState<StaffMember>()
  const [query] = useSearchParams()
  const whole = useForm<StaffFields>({
    initial: { ...initial, role: roleOf(query.get('role') ?? '') ?? '' },
    labels,
    check,
    sentences: addSentences,
    sentencesOnly: true,
    submit: async (values) => {
      const member = await add({ ...values, role: roleOf(values.role) ?? roles[0] })
      setAdded(member)
      whole.replace(() => initial)
    },
  })
  const { form, field, values, problems, pending, done } = whole
  const role = roleOf(values.role)

  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (check(values).length > 0) form.onSubmit(event)
    else setAsking(event)
  }
  return (
    <form {...form} onSubmit={ask} className={css.panel} aria-labelledby="new-staff">
      <h2 className="text-xl" id="new-staff">
        {text.addHeading}
      </h2>
      <FormProblems of={whole} title={text.notAdded} />
      {done && added && problems.length === 0 && (
        <Notice tone="success" title={text.added(nameOf(added))}>
          <p>{text.mailed(added.email)}</p>
        </Notice>
      )}
      <div className={css.fields}>
        <TextField {...field('first_name')} autoComplete="off" />
        <TextField {...field('last_name')} autoComplete="off" />
        <EmailField {...field('email')} autoComplete="off" hint={text.emailHint} />
        <RoleField {...field('role')} placeholder={text.chooseRole} />
      </div>
      <div>
        <Button type="submit" busy={pending}>
          {text.add}
        </Button>
      </div>
      {asking && role && (
        <ConfirmDialog
          title={text.addQuestion}
          cancel={{ label: text.cancel, action: () => setAsking(undefined) }}
          confirm={{
            label: text.add,
            action: () => {
              setAsking(undefined)
              form.onSubmit(asking)
            },
          }}
        >
          <p>
            <b>{nameOf(values)}</b>, {values.email}
          </p>
          <p>{text.addMeans(roleNames[role])}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
