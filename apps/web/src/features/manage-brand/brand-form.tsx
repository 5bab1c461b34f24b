import { brandContrast, isColour, standardColour } from '@portal/contract/brand/brand-colour.ts'
import type { ManagedBrand } from '@portal/contract/manage-brand.ts'
import type { ReactNode } from 'react'
import { useEditForm } from '#web/shared/manage/edit-form.tsx'
import { EditProblems } from '#web/shared/manage/edit-problems.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { EmailField, TextField } from '#web/ui/forms/field.tsx'
import { useBrandChanges } from './api.ts'
import css from './brand-page.module.css'
import { LinkFields } from './link-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { Preview } from './preview.tsx'
import { hints, labels, sentences, text } from './text.ts'
import { type BrandField, checkValues, contentOf, fieldNames, noLogo, startOf } from './values.ts'

const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <fieldset className={layout.part}>
    <legend className="text-xl bold">{title}</legend>
    {note !== undefined && <p className="note">{note}</p>}
    {children}
  </fieldset>
)

/** Form of the brand, with a preview beside it. What somebody else changes meanwhile is said, and nothing typed is lost. */
export function BrandForm({ brand }: { brand: ManagedBrand }) {
  const { change, latest } = useBrandChanges()
  const isFixed = brand.source === 'file'
  const edit = useEditForm<ManagedBrand, BrandField>({
    stored: brand,
    labels,
    names: fieldNames,
    valuesOf: startOf,
    check: (values, base = brand) => checkValues(values, base.content),
    sentences,
    draft: 'brand',
    // The stored logo.
    strict: true,
    save: ({ logo, ...values }, { version, content } = brand) =>
      change({
        version,
        content: contentOf({ ...values, logo }, content),
        ...(logo !== '' && { logo: logo === noLogo ? null : logo }),
      }),
    latest,
  })
  const { form, field, values, set, replace, problems, pending, done, base = brand } = edit
  const of = (name: BrandField) => ({
    ...field(name),
    ...(hints[name] !== undefined && { hint: hints[name] }),
    autoComplete: 'off',
    readOnly: isFixed,
  })
  const address = (name: BrandField) => <TextField {...of(name)} inputMode="url" spellCheck={false} />
  const optionalAddress = (name: BrandField) => (
    <TextField {...of(name)} optional inputMode="url" spellCheck={false} />
  )
  return (
    <div className={css.layout}>
      <form {...form} className={classes(layout.panel, css.form)} aria-label={text.title}>
        <EditProblems
          of={edit}
          title={text.notSaved}
          labels={labels}
          shown={(brand, name) => startOf(brand)[name]}
          texts={text}
        />
        <Part title={text.names}>
          <TextField {...of('product')} />
          <TextField {...of('company')} />
          <TextField {...of('title_suffix')} />
        </Part>
        <Part title={text.look}>
          {!isFixed && (
            <LogoField
              value={values.logo}
              hasLogo={base.logo !== null}
              error={field('logo').error}
              onChange={(value) => set('logo', value)}
            />
          )}
          <TextField {...of('colour')} optional spellCheck={false} autoCapitalize="none" />
          <div className={css.colour}>
            {!isFixed && (
              <input
                type="color"
                aria-label={text.pickColour}
                value={isColour(values.colour) ? values.colour : standardColour}
                onChange={({ target }) => set('colour', target.value)}
              />
            )}
            {isColour(values.colour) && <p className="note">{text.contrast(brandContrast(values.colour))}</p>}
          </div>
        </Part>
        <Part title={text.contact}>
          <TextField {...of('contact.telephone')} optional inputMode="tel" />
          <EmailField {...of('contact.email')} optional />
          <TextField {...of('contact.address')} optional />
        </Part>
        <Part title={text.services}>
          {address('sites.oil.url')}
          {address('sites.reuse.url')}
          {optionalAddress('sites.redemption.url')}
          {optionalAddress('stickers_url')}
          {optionalAddress('collection_points_url')}
        </Part>
        <Part title={text.savings} note={text.savingsMeans}>
          <TextField {...of('savings.co2_kg_per_litre')} optional inputMode="decimal" />
          <TextField {...of('savings.source.label')} optional />
          {optionalAddress('savings.source.url')}
        </Part>
        <Part title={text.links}>
          <LinkFields values={values} field={field} isFixed={isFixed} replace={replace} />
        </Part>
        {done && problems.length === 0 && (
          <Notice tone="success" title={text.saved}>
            <p>{text.savedMeans}</p>
          </Notice>
        )}
        {!isFixed && (
          <div>
            <Button type="submit" busy={pending}>
              {text.save}
            </Button>
          </div>
        )}
        {edit.unsaved}
      </form>
      <Preview values={values} logo={base.logo} />
    </div>
  )
}
