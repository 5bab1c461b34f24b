import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { inLanguage } from '#web/lib/language.ts'
import { Page } from '#web/shared/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'

type SettingsPartProps = {
  title: string
  heading?: string
  /** Id of the heading. */
  id?: string
  /** Query string of the settings; by default that of the page. */
  search?: string
  children: ReactNode
}

const back = inLanguage({ el: 'Επιστροφή στις ρυθμίσεις', en: 'Back to the settings' })

/** A page one level below the settings, also in their frame: its heading, and at the end the way back. */
export function SettingsPart({ title, heading = title, id, search, children }: SettingsPartProps) {
  const { pathname, search: own } = useLocation()
  return (
    <Page title={title}>
      <div className="narrow">
        <h1 id={id} tabIndex={-1}>
          {heading}
        </h1>
        {children}
        <p className="mt-8">
          <ButtonLink
            tone="ghost"
            wide
            to={{ pathname: pathname.replace(/\/[^/]+\/*$/, ''), search: search ?? own }}
          >
            {back}
          </ButtonLink>
        </p>
      </div>
    </Page>
  )
}
