import * as endpoints from '#web/api/endpoints.ts'
import { Navigate, Route, Routes } from 'react-router'
import { lazyPart as page } from '#web/ui/layout/lazy-part.tsx'
import { Allowed } from '../common/guards.tsx'
import { ManageLayout, ManageStart } from './manage-layout.tsx'

const RatesPage = page(async () => (await import('#web/features/manage-rates/rates-page.tsx')).RatesPage)
const MunicipalitiesPage = page(
  async () =>
    (await import('#web/features/manage-municipalities/municipalities-page.tsx')).MunicipalitiesPage,
)
const PartnersPage = page(
  async () => (await import('#web/features/manage-partners/partners-page.tsx')).PartnersPage,
)
const StaffPage = page(async () => (await import('#web/features/admin-staff/staff-page.tsx')).StaffPage)
const ImportsPage = page(
  async () => (await import('#web/features/manage-imports/imports-page.tsx')).ImportsPage,
)
const ImportPage = page(async () => (await import('#web/features/manage-imports/import-page.tsx')).ImportPage)
const SystemPage = page(async () => (await import('#web/features/manage-system/system-page.tsx')).SystemPage)
const BrandPage = page(async () => (await import('#web/features/manage-brand/brand-page.tsx')).BrandPage)
const ManagePlacesPage = page(
  async () => (await import('#web/features/manage-places/places-page.tsx')).PlacesPage,
)
const ManagePlacePage = page(
  async () => (await import('#web/features/manage-places/place-page.tsx')).PlacePage,
)
const NewPlacePage = page(
  async () => (await import('#web/features/manage-places/place-page.tsx')).NewPlacePage,
)
const ImportPlacesPage = page(
  async () => (await import('#web/features/manage-places/import-page.tsx')).ImportPage,
)
const TextsPage = page(async () => (await import('#web/features/manage-texts/texts-page.tsx')).TextsPage)
const TextPage = page(async () => (await import('#web/features/manage-texts/text-page.tsx')).TextPage)
const ValuesPage = page(async () => (await import('#web/features/manage-texts/values-page.tsx')).ValuesPage)

const OffersPage = page(async () => (await import('#web/features/manage-offers/offers-page.tsx')).OffersPage)
const OfferPage = page(async () => (await import('#web/features/manage-offers/offer-page.tsx')).OfferPage)
const NewOfferPage = page(
  async () => (await import('#web/features/manage-offers/offer-page.tsx')).NewOfferPage,
)

const FirstStepsPage = page(
  async () => (await import('#web/features/manage-first-steps/first-steps-page.tsx')).FirstStepsPage,
)

/** Routes of the console, below /admin/manage. Loaded with its menu: other pages do not need them. */
export function ManageRoutes() {
  return (
    <Routes>
      <Route element={<ManageLayout />}>
        <Route index element={<ManageStart />} />
        <Route element={<Allowed permission={endpoints.showFirstSteps.access} />}>
          <Route path="first-steps" element={<FirstStepsPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.listRates.access} />}>
          <Route path="rates" element={<RatesPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.listManagedOffers.access} />}>
          <Route path="offers" element={<OffersPage />} />
          <Route path="offers/:offerId" element={<OfferPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.addOffer.access} />}>
          <Route path="offers/new" element={<NewOfferPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.listManagedMunicipalities.access} />}>
          <Route path="municipalities" element={<MunicipalitiesPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.listTexts.access} />}>
          <Route path="texts" element={<TextsPage />} />
          <Route path="texts/values" element={<ValuesPage />} />
          <Route path="texts/:page/:language" element={<TextPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.listStaff.access} />}>
          <Route path="staff" element={<StaffPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.showBrand.access} />}>
          <Route path="company" element={<BrandPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.listImports.access} />}>
          <Route path="imports" element={<ImportsPage />} />
          <Route path="imports/:importId" element={<ImportPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.examineSystem.access} />}>
          <Route path="system" element={<SystemPage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.listManagedPlaces.access} />}>
          <Route path="places" element={<ManagePlacesPage />} />
          <Route path="places/new" element={<NewPlacePage />} />
          <Route path="places/import" element={<ImportPlacesPage />} />
          <Route path="places/:placeId" element={<ManagePlacePage />} />
        </Route>
        <Route element={<Allowed permission={endpoints.listPartners.access} />}>
          <Route path="partners/:partnerId?" element={<PartnersPage />} />
        </Route>
        <Route path="*" element={<Navigate to="/admin/manage" replace />} />
      </Route>
    </Routes>
  )
}
