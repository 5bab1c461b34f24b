import { Outlet, useLocation } from 'react-router'
import { isEmbedded } from '#web/shared/page/embedded.ts'
import { PartBoundary } from '#web/ui/layout/lazy-part.tsx'
import { ChangedTexts } from '../changed-texts/changed-texts.tsx'
import { AccountNotice } from './account-notice.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { ErasureNotice } from './erasure-notice.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LogoutParameter } from './logout-parameter.tsx'
import { useScrollToContent } from './scroll-to-content.ts'
import { SessionEndNotice } from './session-end-notice.tsx'
import { useSessionChanges } from './session-changes.ts'
import css from './shell.module.css'
import { useBrandColour } from '../common/brand-colour.ts'
import { text } from '../common/text.ts'
import { LoadingPlaceholder } from '../common/loading-placeholder.tsx'

/** Layout of every page: skip link, header and footer. In a frame, only the page. */
export function Shell() {
  useBrandColour()
  useSessionChanges()
  useScrollToContent()
  const embedded = isEmbedded()
  const { pathname } = useLocation()
  return (
    <ErrorBoundary place={pathname}>
      {!embedded && (
        <>
          <a className={css.skip} href="#content">
            {text.skip}
          </a>
          <Header />
        </>
      )}
      <div className={css.notices}>
        <ConnectionNotice />
        <AccountNotice />
        <SessionEndNotice />
        <ErasureNotice />
        <ChangedTexts />
      </div>
      <main id="content" className={css.main} tabIndex={-1}>
        <ErrorBoundary place={pathname}>
          <PartBoundary fallback={<LoadingPlaceholder />}>
            <LogoutParameter>
              <Outlet />
            </LogoutParameter>
          </PartBoundary>
        </ErrorBoundary>
      </main>
      {!embedded && <Footer />}
    </ErrorBoundary>
  )
}
