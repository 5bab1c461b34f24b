import type { CheckName, Examination } from '@portal/contract/system.ts'
import { useId } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import { textOf } from './finding-text.ts'
import css from './system-page.module.css'
import { StateIcon } from './state-icon.tsx'
import { checkTexts, groupTitles, stateNames, tones } from './text.ts'

type Check = Examination['checks'][number]

const names = Object.keys(checkTexts) as CheckName[]

/** The checks by subject. */
export const CheckGroups = ({ checks }: { checks: Check[] }) =>
  Object.entries(groupTitles).map(([group, title]) => {
    const ofGroup = names.filter((name) => checkTexts[name].group === group)
    const found = ofGroup.flatMap((name) => checks.filter((check) => check.name === name))
    return <CheckGroup key={group} title={title} checks={found} />
  })

/** What needs an action comes first. */
function CheckGroup({ title, checks }: { title: string; checks: Check[] }) {
  const id = useId()
  if (checks.length === 0) return null
  const sorted = [
    ...checks.filter(({ state }) => state === 'todo'),
    ...checks.filter(({ state }) => state !== 'todo'),
  ]
  return (
    <section className={css.group} aria-labelledby={id}>
      <h2 className={css.heading} id={id}>
        {title}
      </h2>
      <ul>
        {sorted.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </ul>
    </section>
  )
}

const CheckLine = ({ check: { name, state, findings } }: { check: Check }) => (
  <li className={classes(css.line, state === 'todo' && css.todo)}>
    <StateIcon state={state} />
    <div className={css.body}>
      <div className={css.head}>
        <h3 className={css.title}>{checkTexts[name].title}</h3>
        <p className={classes(css.state, css[tones[state]])}>{stateNames[state]}</p>
      </div>
      {findings.length > 0 && (
        <div className={css.texts}>
          {findings.map((finding) => {
            const text = textOf(finding)
            return <p key={text}>{text}</p>
          })}
        </div>
      )}
    </div>
  </li>
)
