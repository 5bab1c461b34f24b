import { useQuery } from '@tanstack/react-query'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { modes, pointsMailsOptions, useSetPointsMails } from './points-mails-api.ts'
import { mailsText as text } from './points-mails-text.ts'
import css from './points-mails.module.css'

const choices = modes.map((mode) => ({ value: mode, label: text[mode] }))

/** When the citizen gets mails about new points. A choice is saved at once. */
export function PointsMailsSection() {
  const { data, isError, isFetched } = useQuery(pointsMailsOptions)
  const { mutate, variables, isPending, isSuccess, error } = useSetPointsMails()
  if (!data && !isError)
    return (
      <LoadingPart isFirst={!isFetched}>
        <Skeleton width="100%" height="6rem" />
      </LoadingPart>
    )
  return (
    <section className={css.section} aria-labelledby="points-mails">
      <h2 id="points-mails">{text.title}</h2>
      <p className={css.intro}>{text.intro}</p>
      {!data && <Notice tone="error">{text.loadFailed}</Notice>}
      {error && <Notice tone="error">{text.failed}</Notice>}
      {data && (
        <Select
          label={text.label}
          choices={choices}
          optional
          value={isPending ? variables : data.mode}
          onChange={({ target }) => {
            const mode = modes.find((one) => one === target.value)
            if (mode && !isPending) mutate(mode)
          }}
        />
      )}
      <p className={css.status} role="status">
        {isSuccess && text.saved}
      </p>
    </section>
  )
}
