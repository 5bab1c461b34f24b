import { useLocation } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SecondFactorSection } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { text } from './text.ts'

/** {settings}/security, for customers and staff, also in the frame of the settings. */
export function SecurityPage() {
  const { pathname, search } = useLocation()
  return (
    <Page title={text.title}>
      <div className="narrow">
        <h1 tabIndex={-1}>{text.title}</h1>
        <SecondFactorSection />
        <Sessions />
        <p className="mt-8">
          <ButtonLink tone="ghost" wide to={{ pathname: pathname.replace(/\/security\/*$/, ''), search }}>
            {text.back}
          </ButtonLink>
        </p>
      </div>
    </Page>
  )
}
