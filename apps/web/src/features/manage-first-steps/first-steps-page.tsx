import type { FirstStepsProgress, StepState } from '@portal/contract/manage-first-steps.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { firstStepsOptions, useMailTest } from './api.ts'
import css from './first-steps-page.module.css'
import { mailResult, mailSentences, states, steps as texts, text } from './text.ts'

const icons = { done: CircleCheck, waiting: Hourglass, todo: CircleDashed }

/** /admin/manage/first-steps: what a new portal needs, in order, and what of it is done. */
export function FirstStepsPage() {
  const { data, isError, isFetched, refetch } = useQuery({ ...firstStepsOptions, refetchOnMount: 'always' })
  return (
    <ManagePage title={text.title} intro={text.intro}>
      {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
      {!data && !isError && (
        <LoadingPart className={css.loading} isFirst={!isFetched}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} width="100%" height="4rem" />
          ))}
        </LoadingPart>
      )}
      {data && <Steps progress={data} />}
    </ManagePage>
  )
}

function Steps({ progress: { steps: all, mail_test } }: { progress: FirstStepsProgress }) {
  const [steps, optional] = [all.filter((one) => !one.optional), all.filter((one) => one.optional)]
  const done = steps.filter(({ state }) => state === 'done').length
  const next = steps.find(({ state }) => state === 'todo')?.name
  return (
    <div className="stack column gap-4">
      {done === steps.length ? (
        <div className={css.end}>
          <h2 className="text-l">{text.allDone}</h2>
          <p>{text.allDoneMeans}</p>
          <div className="actions">
            <ButtonLink to="/admin/manage">{text.back}</ButtonLink>
          </div>
        </div>
      ) : (
        <div>
          <p className="semibold" id="first-steps-done">
            {text.count(done, steps.length)}
          </p>
          <progress className={css.bar} max={steps.length} value={done} aria-labelledby="first-steps-done" />
        </div>
      )}
      <ol className={css.steps}>
        {steps.map((step) => (
          <StepItem key={step.name} step={step} isNext={step.name === next}>
            {step.name === 'mail' && (
              <MailTest last={mail_test} isDone={step.state === 'done'} isNext={step.name === next} />
            )}
          </StepItem>
        ))}
      </ol>
      <section className="stack column gap-3 mt-4" aria-labelledby="optional-steps">
        <div>
          <h2 className="text-l" id="optional-steps">
            {text.optional}
          </h2>
          <p className="intro">{text.optionalMeans}</p>
        </div>
        <ul className={css.steps}>
          {optional.map((step) => (
            <StepItem key={step.name} step={step} isNext={false} level="h3" />
          ))}
        </ul>
      </section>
    </div>
  )
}

type StepItemProps = {
  step: FirstStepsProgress['steps'][number]
  isNext: boolean
  level?: 'h2' | 'h3'
  children?: ReactNode
}

function StepItem({ step: { name, state }, isNext, level: Heading = 'h2', children }: StepItemProps) {
  const { title, means, waits, link } = texts[name]
  return (
    <li className={css.step}>
      <StateIcon state={state} />
      <div className={css.body}>
        <div className={css.head}>
          <Heading className={css.title}>{title}</Heading>
          <span className={classes(css.state, css[state])}>{states[state]}</span>
        </div>
        <p className={css.means}>{means}</p>
        {state === 'waiting' && waits && <p className={css.means}>{waits}</p>}
        {children}
        {link && (
          <div className="mt-2">
            <ButtonLink tone={isNext ? 'primary' : 'ghost'} to={link.to}>
              {link.label}
            </ButtonLink>
          </div>
        )}
      </div>
    </li>
  )
}

/** Decorative: the state's name is beside it. */
function StateIcon({ state }: { state: StepState }) {
  const Icon = icons[state]
  return <Icon className={css[state]} size={24} aria-hidden="true" />
}

type MailTestProps = { last: FirstStepsProgress['mail_test']; isDone: boolean; isNext: boolean }

function MailTest({ last, isDone, isNext }: MailTestProps) {
  const { email = '' } = useQuery(meOptions).data ?? {}
  const test = useMailTest()
  const isBusy = test.isPending || last?.outcome === 'waiting'
  const isGood = last?.outcome === 'sent' || (last?.outcome === 'stored' && isDone)
  return (
    <div className="stack column gap-2 mt-2">
      <p className={css.means}>{text.mailTo(email)}</p>
      <div>
        <Button tone={isNext ? 'primary' : 'ghost'} busy={isBusy} onClick={() => !isBusy && test.mutate()}>
          {text.sendMail}
        </Button>
      </div>
      {test.isError && (
        <Notice tone="error" title={text.mailFailed}>
          <p>{problemText(mailSentences, test.error)}</p>
        </Notice>
      )}
      <div role="status">
        {last && (
          <>
            <p className={classes('semibold', isGood ? css.done : last.outcome !== 'waiting' && css.failed)}>
              {mailResult(last)}
            </p>
            <p className={css.means}>{text.at(formatDateTime(last.at))}</p>
          </>
        )}
      </div>
    </div>
  )
}
