import * as endpoints from '#web/api/endpoints.ts'
import type { Permission } from '@portal/contract/security/permissions.ts'
import type { ComponentType } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { lazyPart as page } from '#web/ui/layout/lazy-part.tsx'
import { Allowed } from '../common/guards.tsx'
import { ManageLayout, ManageStart } from './manage-layout.tsx'

const of = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  page(async () => (await load())[name])

const RatesPage = of(() => import('#web/features/manage-rates/rates-page.tsx'), 'RatesPage')
const MunicipalitiesPage = of(
  () => import('#web/features/manage-municipalities/municipalities-page.tsx'),
  'MunicipalitiesPage',
)
const PartnersPage = of(() => import('#web/features/manage-partners/partners-page.tsx'), 'PartnersPage')
const StaffPage = of(() => import('#web/features/admin-staff/staff-page.tsx'), 'StaffPage')
const ImportsPage = of(() => import('#web/features/manage-imports/imports-page.tsx'), 'ImportsPage')
const ImportPage = of(() => import('#web/features/manage-imports/import-page.tsx'), 'ImportPage')
const SystemPage = of(() => import('#web/features/manage-system/system-page.tsx'), 'SystemPage')
const BrandPage = of(() => import('#web/features/manage-brand/brand-page.tsx'), 'BrandPage')
const PlacesPage = of(() => import('#web/features/manage-places/places-page.tsx'), 'PlacesPage')
const PlacePage = of(() => import('#web/features/manage-places/place-page.tsx'), 'PlacePage')
const NewPlacePage = of(() => import('#web/features/manage-places/place-page.tsx'), 'NewPlacePage')
const ImportPlacesPage = of(() => import('#web/features/manage-places/import-page.tsx'), 'ImportPage')
const TextsPage = of(() => import('#web/features/manage-texts/texts-page.tsx'), 'TextsPage')
const TextPage = of(() => import('#web/features/manage-texts/text-page.tsx'), 'TextPage')
const ValuesPage = of(() => import('#web/features/manage-texts/values-page.tsx'), 'ValuesPage')
const OffersPage = of(() => import('#web/features/manage-offers/offers-page.tsx'), 'OffersPage')
const OfferPage = of(() => import('#web/features/manage-offers/offer-page.tsx'), 'OfferPage')
const NewOfferPage = of(() => import('#web/features/manage-offers/offer-page.tsx'), 'NewOfferPage')
const FirstStepsPage = of(
  () => import('#web/features/manage-first-steps/first-steps-page.tsx'),
  'FirstStepsPage',
)

/** Routes of the console, below /admin/manage. Loaded with its menu: other pages do not need them. */
export function ManageRoutes() {
  const allowed = (permission: Permission, pages: Record<string, ComponentType>) => (
    <Route element={<Allowed permission={permission} />}>
      {Object.entries(pages).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Route>
  )
  return (
    <Routes>
      <Route element={<ManageLayout />}>
        <Route index element={<ManageStart />} />
        {allowed(endpoints.showFirstSteps.access, { 'first-steps': FirstStepsPage })}
        {allowed(endpoints.listRates.access, { rates: RatesPage })}
        {allowed(endpoints.listManagedOffers.access, { offers: OffersPage, 'offers/:offerId': OfferPage })}
        {allowed(endpoints.addOffer.access, { 'offers/new': NewOfferPage })}
        {allowed(endpoints.listManagedMunicipalities.access, { municipalities: MunicipalitiesPage })}
        {allowed(endpoints.listTexts.access, {
          texts: TextsPage,
          'texts/values': ValuesPage,
          'texts/:page/:language': TextPage,
        })}
        {allowed(endpoints.listStaff.access, { staff: StaffPage })}
        {allowed(endpoints.showBrand.access, { company: BrandPage })}
        {allowed(endpoints.listImports.access, { imports: ImportsPage, 'imports/:importId': ImportPage })}
        {allowed(endpoints.examineSystem.access, { system: SystemPage })}
        {allowed(endpoints.listManagedPlaces.access, {
          places: PlacesPage,
          'places/new': NewPlacePage,
          'places/import': ImportPlacesPage,
          'places/:placeId': PlacePage,
        })}
        {allowed(endpoints.listPartners.access, { 'partners/:partnerId?': PartnersPage })}
        <Route path="*" element={<Navigate to="/admin/manage" replace />} />
      </Route>
    </Routes>
  )
}
