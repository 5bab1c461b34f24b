import type { CheckName, Examination } from '@portal/contract/system.ts'
import css from '#web/shared/manage/manage.module.css'
import { Panel } from '#web/shared/manage/panel.tsx'
import { StateRow } from '#web/shared/manage/state-row.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { textOf } from './finding-text.ts'
import { looks } from './looks.ts'
import { checkTexts, groupTitles, stateNames } from './text.ts'

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
  if (checks.length === 0) return null
  const sorted = [
    ...checks.filter(({ state }) => state === 'todo'),
    ...checks.filter(({ state }) => state !== 'todo'),
  ]
  return (
    <Panel title={title}>
      <ul className={css.rows}>
        {sorted.map(({ name, state, findings }) => (
          <StateRow key={name} {...looks[state]} title={checkTexts[name].title} state={stateNames[state]}>
            {findings.map((finding) => {
              const text = textOf(finding)
              return (
                <p key={text} className={classes('readable breaks', state !== 'todo' && 'muted')}>
                  {text}
                </p>
              )
            })}
          </StateRow>
        ))}
      </ul>
    </Panel>
  )
}
