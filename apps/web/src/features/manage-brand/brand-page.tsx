import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { brandOptions } from './api.ts'
import { BrandForm } from './brand-form.tsx'
import css from './brand-page.module.css'
import { text } from './text.ts'

const Hint = ({ title, means }: { title: string; means: string }) => (
  <div className={css.hint}>
    <Info size={22} aria-hidden="true" />
    <div>
      <p className="semibold">{title}</p>
      <p>{means}</p>
    </div>
  </div>
)

/** /admin/manage/company: names, contact, links, colour and logo of the portal, for operators. */
export const BrandPage = () => (
  <ManagePage title={text.title} intro={text.intro}>
    <Loaded query={useQuery(brandOptions)} failed={text.failed} whole>
      {(brand) => (
        <>
          {brand.source === 'file' && <Hint title={text.fixed} means={text.fixedMeans} />}
          {brand.source === 'shipped' && <Hint title={text.shipped} means={text.shippedMeans} />}
          <BrandForm brand={brand} />
        </>
      )}
    </Loaded>
  </ManagePage>
)
