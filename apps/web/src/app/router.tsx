import * as endpoints from '#web/api/endpoints.ts'
import { BrowserRouter, Navigate, Route, Routes, useLocation, useParams } from 'react-router'
import { lazyPart as page } from '#web/ui/layout/lazy-part.tsx'
import { ConfirmableRoutes } from '#web/shared/confirmation/use-confirmation.tsx'
import { Allowed, Only } from './common/guards.tsx'
import { Shell } from './shell/shell.tsx'
import { VisitorLayout } from './shell/visitor-layout.tsx'
import { StickerLink } from './sticker-link.tsx'

const LandingPage = page(async () => (await import('#web/features/landing/landing-page.tsx')).LandingPage)
const LoginPage = page(async () => (await import('#web/features/login/login-page.tsx')).LoginPage)
const SignUpPage = page(async () => (await import('#web/features/signup/sign-up-page.tsx')).SignUpPage)
const ActivationPage = page(
  async () => (await import('#web/features/activation/activation-page.tsx')).ActivationPage,
)
const ResendPage = page(async () => (await import('#web/features/activation/resend-page.tsx')).ResendPage)
const DisownPage = page(async () => (await import('#web/features/activation/disown-page.tsx')).DisownPage)
const ResetRequestPage = page(
  async () => (await import('#web/features/password/reset-request-page.tsx')).ResetRequestPage,
)
const ResetConfirmPage = page(
  async () => (await import('#web/features/password/reset-confirm-page.tsx')).ResetConfirmPage,
)
const SettingsPage = page(async () => (await import('#web/features/settings/settings-page.tsx')).SettingsPage)
const PasswordPage = page(async () => (await import('#web/features/settings/password-page.tsx')).PasswordPage)
const SecurityPage = page(async () => (await import('#web/features/security/security-page.tsx')).SecurityPage)
const EmailPage = page(async () => (await import('#web/features/security/email/email-page.tsx')).EmailPage)
const EmailLinkPage = page(
  async () => (await import('#web/features/security/email/email-link-page.tsx')).EmailLinkPage,
)
const DataPage = page(async () => (await import('#web/features/my-data/data-page.tsx')).DataPage)
const ErasureLinkPage = page(
  async () => (await import('#web/features/my-data/erasure-link-page.tsx')).ErasureLinkPage,
)
const PointsMailsOffPage = page(
  async () => (await import('#web/features/settings/points-mails-off-page.tsx')).PointsMailsOffPage,
)
const OwnStickersPage = page(
  async () => (await import('#web/features/stickers/stickers-page.tsx')).StickersPage,
)
const CouponsPage = page(async () => (await import('#web/features/coupons/coupons-page.tsx')).CouponsPage)
const CouponPage = page(async () => (await import('#web/features/coupons/coupon-page.tsx')).CouponPage)
const OffersPage = page(async () => (await import('#web/features/offers/offers-page.tsx')).OffersPage)
const OfferPage = page(async () => (await import('#web/features/offers/offer-page.tsx')).OfferPage)
const GiftPage = page(async () => (await import('#web/features/gift/gift-page.tsx')).GiftPage)
const CardPage = page(async () => (await import('#web/features/card/card-page.tsx')).CardPage)
const OwnClaimsPage = page(async () => (await import('#web/features/claims/claims-page.tsx')).ClaimsPage)
const ConnectedSitesPage = page(
  async () => (await import('#web/features/connected-sites/connected-sites-page.tsx')).ConnectedSitesPage,
)
const NotFoundPage = page(
  async () => (await import('#web/features/not-found/not-found-page.tsx')).NotFoundPage,
)
const PlacesPage = page(async () => (await import('#web/features/places/places-page.tsx')).PlacesPage)
const LogoutPage = page(async () => (await import('#web/features/logout/logout-page.tsx')).LogoutPage)
const FirstAccountPage = page(
  async () => (await import('#web/features/first-account/first-account-page.tsx')).FirstAccountPage,
)
const UsersPage = page(async () => (await import('#web/features/admin-users/users-page.tsx')).UsersPage)
const ManageRoutes = page(async () => (await import('./manage/manage-routes.tsx')).ManageRoutes)
const DashboardPage = page(
  async () => (await import('#web/features/dashboard/dashboard-page.tsx')).DashboardPage,
)
const AuditPage = page(async () => (await import('#web/features/admin-audit/audit-page.tsx')).AuditPage)
const AccessLogPage = page(
  async () => (await import('#web/features/access-log/access-log-page.tsx')).AccessLogPage,
)
const PointsPage = page(async () => (await import('#web/features/admin-points/points-page.tsx')).PointsPage)
const AdminClaimsPage = page(
  async () => (await import('#web/features/admin-claims/claims-page.tsx')).ClaimsPage,
)
const ChecksPage = page(async () => (await import('#web/features/checks/checks-page.tsx')).ChecksPage)
const BatchesPage = page(
  async () => (await import('#web/features/admin-stickers/stickers-page.tsx')).StickersPage,
)

function ToFirstPage() {
  const { participantId } = useParams()
  const { search } = useLocation()
  const person = participantId ? `/${participantId}` : ''
  return <Navigate to={{ pathname: `/admin/points${person}/page/1`, search }} replace />
}

/**
 * The route table of portal.md §2. Declarative, with lazy components instead of lazy routes: a data router loads the
 * code of every matching route before a guard can redirect, and adds 18 KB (gzip) to the first visit.
 */
export const Router = () => (
  <BrowserRouter>
    <PortalRoutes />
  </BrowserRouter>
)

/** Of the own account: of citizens, and under /admin of staff. */
const settingsRoutes = (
  <Route path="settings">
    <Route index element={<SettingsPage />} />
    <Route path="password" element={<PasswordPage />} />
    <Route path="email" element={<EmailPage />} />
    <Route path="security" element={<SecurityPage />} />
    <Route path="access-log" element={<AccessLogPage />} />
    <Route path="data" element={<DataPage />} />
  </Route>
)

export function PortalRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<Only who={['customer']} />}>
          <Route index element={<LandingPage />} />
          <Route path="card" element={<CardPage />} />
          <Route path="claims" element={<OwnClaimsPage />} />
          <Route path="settings/stickers" element={<OwnStickersPage />} />
          <Route path="coupons" element={<CouponsPage />} />
          <Route path="coupons/:couponId" element={<CouponPage />} />
          <Route path="offers" element={<OffersPage />} />
          <Route path="offers/:offerId" element={<OfferPage />} />
          <Route path="settings/sites" element={<ConnectedSitesPage />} />
        </Route>

        <Route element={<Only who={['visitor']} onward />}>
          <Route element={<VisitorLayout />}>
            <Route path="login" element={<LoginPage />} />
            <Route path="signup" element={<SignUpPage />} />
            <Route path="password/reset" element={<ResetRequestPage />} />
            <Route path="password/reset/confirm/:uid/:token" element={<ResetConfirmPage />} />
            <Route path="account/activate" element={<ResendPage />} />
            <Route path="account/activate/:uid/:token" element={<ActivationPage />} />
          </Route>
        </Route>

        <Route element={<VisitorLayout />}>
          <Route path="account/points-mails/:token" element={<PointsMailsOffPage />} />
          <Route path="account/disown/:uid/:token" element={<DisownPage />} />
          <Route
            path="account/email/confirm/:uid/:token"
            element={<EmailLinkPage key="email-confirm" step="confirm" />}
          />
          <Route
            path="account/email/restore/:uid/:token"
            element={<EmailLinkPage key="email-restore" step="restore" />}
          />
          <Route
            path="account/erasure/confirm/:uid/:token"
            element={<ErasureLinkPage key="confirm" step="confirm" />}
          />
          <Route
            path="account/erasure/cancel/:uid/:token"
            element={<ErasureLinkPage key="cancel" step="cancel" />}
          />
        </Route>

        <Route element={<Only who={['customer', 'staff']} />}>{settingsRoutes}</Route>

        <Route element={<Only who={['visitor', 'customer', 'staff']} />}>
          <Route path="s/*" element={<StickerLink />} />
        </Route>

        <Route path="gift/:token" element={<GiftPage />} />
        <Route path="places" element={<PlacesPage />} />
        <Route path="logout" element={<LogoutPage />} />

        <Route path="admin/first" element={<FirstAccountPage />} />
        <Route path="admin" element={<Only who={['staff']} />}>
          <Route element={<ConfirmableRoutes />}>
            <Route path="users/:participantId?" element={<UsersPage />} />
            <Route path="points/:participantId?" element={<ToFirstPage />} />
            <Route path="points/:participantId?/page/:page" element={<PointsPage />} />
            <Route path="stickers" element={<BatchesPage />} />
            <Route element={<Allowed permission={endpoints.listClaims.access} />}>
              <Route path="claims/:claimId?" element={<AdminClaimsPage />} />
            </Route>
            <Route element={<Allowed permission={endpoints.listFlags.access} />}>
              <Route path="checks" element={<ChecksPage />} />
            </Route>
            <Route path="dashboard" element={<DashboardPage />} />
            <Route path="staff" element={<Navigate to="/admin/manage/staff" replace />} />
            <Route element={<Allowed permission="system.read" />}>
              <Route path="manage/*" element={<ManageRoutes />} />
            </Route>
            {settingsRoutes}
            <Route element={<Allowed permission={endpoints.listAudit.access} />}>
              <Route path="audit/:participantId?" element={<AuditPage />} />
            </Route>
            <Route index element={<Navigate to="/admin/users" replace />} />
            <Route path="*" element={<Navigate to="/admin" replace />} />
          </Route>
        </Route>

        <Route element={<Only who={['visitor']} />}>
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  )
}
