import type { FirstStepsProgress } from '@portal/contract/manage-first-steps.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { StateRow } from '#web/shared/manage/state-row.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { firstStepsOptions, useMailTest } from './api.ts'
import css from './first-steps-page.module.css'
import { mailResult, mailSentences, states, steps as texts, text } from './text.ts'

const looks = {
  done: { icon: CircleCheck, tone: 'good' },
  waiting: { icon: Hourglass, tone: 'warn' },
  todo: { icon: CircleDashed, tone: 'off' },
} as const

/** /admin/manage/first-steps: what a new portal needs, in order, and what of it is done. */
export const FirstStepsPage = () => (
  <ManagePage title={text.title} intro={text.intro}>
    <Loaded query={useQuery({ ...firstStepsOptions, refetchOnMount: 'always' })} failed={text.failed} whole>
      {(progress) => <Steps progress={progress} />}
    </Loaded>
  </ManagePage>
)

function Steps({ progress: { steps: all, mail_test } }: { progress: FirstStepsProgress }) {
  const [steps, optional] = [all.filter((one) => !one.optional), all.filter((one) => one.optional)]
  const done = steps.filter(({ state }) => state === 'done').length
  const next = steps.find(({ state }) => state === 'todo')?.name
  return (
    <div className="stack column gap-4">
      {done === steps.length ? (
        <div className={layout.panel}>
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
      <ol className={classes('panel', layout.rows, css.steps)}>
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
        <ul className={classes('panel', layout.rows, css.steps)}>
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

function StepItem({ step: { name, state }, isNext, level = 'h2', children }: StepItemProps) {
  const { title, means, waits, link } = texts[name]
  return (
    <StateRow {...looks[state]} title={title} level={level} state={states[state]}>
      <p className="muted readable">{means}</p>
      {state === 'waiting' && waits && <p className="muted readable">{waits}</p>}
      {children}
      {link && (
        <div className="mt-2">
          <ButtonLink tone={isNext ? 'primary' : 'ghost'} to={link.to}>
            {link.label}
          </ButtonLink>
        </div>
      )}
    </StateRow>
  )
}

type MailTestProps = { last: FirstStepsProgress['mail_test']; isDone: boolean; isNext: boolean }

function MailTest({ last, isDone, isNext }: MailTestProps) {
  const { email = '' } = useQuery(meOptions).data ?? {}
  const test = useMailTest()
  const isBusy = test.isPending || last?.outcome === 'waiting'
  const isGood = last?.outcome === 'sent' || (last?.outcome === 'stored' && isDone)
  return (
    <div className="stack column gap-2 mt-2">
      <p className="muted readable">{text.mailTo(email)}</p>
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
            <p
              className={classes('semibold', isGood ? layout.good : last.outcome !== 'waiting' && layout.bad)}
            >
              {mailResult(last)}
            </p>
            <p className="muted readable">{text.at(formatDateTime(last.at))}</p>
          </>
        )}
      </div>
    </div>
  )
}
