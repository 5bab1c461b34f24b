import { useSite } from '#web/api/site.ts'
import { Mark } from '#web/shared/brand/mark.tsx'

/** The operator's logo, or the portal's own mark. Decorative; the product's name is next to it. */
export function Logo({ size }: { size: number }) {
  const logo = useSite()?.brand.logo
  if (logo) return <img src={logo} alt="" height={size} />
  return <Mark size={size} />
}
