import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { erasureOptions, requestOwnErasure } from './api.ts'
import css from './data-page.module.css'
import { requirePassword } from './download-form.tsx'
import { labels, sentences, text } from './text.ts'

/** Explains and requests the erasure of the account, or shows when it happens. */
export function ErasureSection({ email }: { email: string }) {
  const { data, isError, isFetched, refetch } = useQuery(erasureOptions)
  if (isError)
    return (
      <Notice tone="error">
        <p>{text.unknown}</p>
        <Button tone="ghost" onClick={() => void refetch()}>
          {text.retry}
        </Button>
      </Notice>
    )
  if (!data)
    return (
      <LoadingPart isFirst={!isFetched}>
        <Skeleton width="100%" height="6rem" />
      </LoadingPart>
    )
  if (data.due_at !== null)
    return (
      <>
        <p>{text.scheduled(formatDateTime(data.due_at))}</p>
        <p>{text.scheduledIntro}</p>
      </>
    )
  const { available, cooling_off_days: days } = data
  return (
    <>
      <p>{text.eraseIntro}</p>
      <ul className={css.list}>
        <li>{available > 0 ? text.losesPoints(available) : text.losesNoPoints}</li>
        <li>{text.losesCoupons}</li>
        <li>{text.losesName}</li>
        <li>{text.keepsSums}</li>
      </ul>
      <p>{text.steps(days)}</p>
      <RequestForm email={email} />
    </>
  )
}

const { current_password: label } = labels

function RequestForm({ email }: { email: string }) {
  const { form, field, problems, rejected, pending, done } = useForm<'current_password'>({
    initial: { current_password: '' },
    labels: { current_password: label },
    sentences,
    check: requirePassword,
    once: true,
    submit: ({ current_password: password }) => requestOwnErasure(password),
  })
  return (
    <form className="form" {...form}>
      <FormProblems of={{ rejected, others: problems }} title={text.askFailed} />
      {done && (
        <Notice tone="success" title={text.asked}>
          <p>{text.askedIntro(email)}</p>
        </Notice>
      )}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {!done && (
        <>
          <PasswordField {...field('current_password')} autoComplete="current-password" />
          <Button type="submit" tone="ghost" wide busy={pending}>
            {text.ask}
          </Button>
        </>
      )}
    </form>
  )
}
