import type { Mention } from '@portal/contract/checks.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import { mentionsOptions, useDecisions } from './api.ts'
import { CheckItem } from './check-item.tsx'
import { CheckList } from './check-list.tsx'
import css from './checks-page.module.css'
import { PersonLink } from './person-link.tsx'
import { text } from './text.ts'

type MentionsProps = { page: number; canDecide: boolean; onDone: (message: string) => void }

/** Texts that may mention an erased person: each is removed, or left. */
export function Mentions({ page, canDecide, onDone }: MentionsProps) {
  const { decideMention } = useDecisions()
  return (
    <CheckList<Mention>
      heading={text.mentionsHeading}
      intro={text.mentionsIntro}
      query={useQuery(mentionsOptions(page))}
      failed={text.mentionsFailed}
      empty={text.noMentions}
      parameter="mentions"
      page={page}
    >
      {({ id, account, place, participant, written_at, found_at, ...mention }) => (
        <CheckItem
          key={id}
          title={text.places[place]}
          name={text.mention(id)}
          facts={[
            [text.participant, participant && <PersonLink {...participant} />],
            [text.writtenAt, formatDateTime(written_at)],
            [text.erasedAccount, account],
            [text.erasedAt, formatDateTime(found_at)],
          ]}
          choices={
            canDecide
              ? [
                  ['remove', text.remove],
                  ['keep', text.keep],
                ]
              : []
          }
          decide={async (decision) => {
            if (decision !== 'remove' && decision !== 'keep') return
            await decideMention(id, decision)
            onDone(decision === 'remove' ? text.removed : text.kept)
          }}
        >
          <Quote {...mention} />
        </CheckItem>
      )}
    </CheckList>
  )
}

const Quote = ({ text, begins, ends }: Pick<Mention, 'text' | 'begins' | 'ends'>) => (
  <blockquote className={css.quote}>
    {text.slice(0, begins)}
    <mark>{text.slice(begins, ends)}</mark>
    {text.slice(ends)}
  </blockquote>
)
