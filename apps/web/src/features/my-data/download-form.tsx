import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { useState } from 'react'
import { save } from '#web/shared/export/download.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { downloadOwnData } from './api.ts'
import { labels, sentences, text } from './text.ts'

type Values = Record<keyof typeof labels, string>

export const requirePassword = ({ current_password: password }: Pick<Values, 'current_password'>) =>
  password === '' ? [{ code: 'required', field: 'current_password' } satisfies ErrorDetail] : []

const choices = [
  { value: 'html', label: text.page },
  { value: 'json', label: text.file },
]

/** Downloads the account's data after asking for the password again. */
export function DownloadForm({ email }: { email: string }) {
  const [saved, setSaved] = useState('')
  const { form, field, problems, rejected, pending, done } = useForm<keyof Values>({
    initial: { current_password: '', format: 'html' },
    labels,
    sentences,
    check: requirePassword,
    submit: async ({ current_password: password, format }) => {
      const { file, name } = await downloadOwnData(format === 'json' ? 'json' : 'html', password)
      save(file, name)
      setSaved(name)
    },
  })
  return (
    <form className="form" {...form}>
      <FormProblems of={{ rejected, others: problems }} title={text.downloadFailed} />
      {done && (
        <Notice tone="success" title={text.downloaded}>
          <p>{text.downloadedIntro(saved)}</p>
        </Notice>
      )}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Select {...field('format')} choices={choices} />
      <PasswordField {...field('current_password')} autoComplete="current-password" />
      <Button type="submit" wide busy={pending}>
        {text.start}
      </Button>
    </form>
  )
}
