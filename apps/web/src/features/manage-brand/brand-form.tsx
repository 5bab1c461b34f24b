import { brandContrast, isColour, standardColour } from '@portal/contract/brand/brand-colour.ts'
import type { ManagedBrand } from '@portal/contract/manage-brand.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { meOptions } from '#web/api/session.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { useDraft, useKeptDraft } from '#web/shared/forms/kept-draft.ts'
import { useUnsavedChanges } from '#web/shared/forms/unsaved-changes.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { EmailField, TextField } from '#web/ui/forms/field.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { useBrandChanges } from './api.ts'
import css from './brand-page.module.css'
import { LinkFields } from './link-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { Preview } from './preview.tsx'
import { hints, labels, sentences, text } from './text.ts'
import {
  type BrandField,
  checkValues,
  contentOf,
  fieldNames,
  noLogo,
  type Values,
  startOf,
} from './values.ts'

const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <fieldset className={css.part}>
    <legend className="text-xl bold">{title}</legend>
    {note !== undefined && <p className="note">{note}</p>}
    {children}
  </fieldset>
)

const draftName = 'brand'

/** Form of the brand, with a preview beside it. What somebody else changes meanwhile is said, and nothing typed is lost. */
export function BrandForm({ brand }: { brand: ManagedBrand }) {
  const { change, latest } = useBrandChanges()
  const email = useQuery(meOptions).data?.email ?? ''
  const isFixed = brand.source === 'file'
  // The brand as it was loaded or saved, whose values the operator has changed.
  const [base, setBase] = useState(brand)
  const [meanwhile, setMeanwhile] = useState<string[]>()
  const unchanged = startOf(base)
  const { form, field, values, set, replace, problems, rejected, pending, done } = useForm<BrandField>({
    initial: { ...unchanged, ...(useDraft(draftName, email) as Partial<Values> | undefined) },
    labels,
    check: (values) => checkValues(values, base.content),
    sentences,
    sentencesOnly: true,
    submit: async (values) => {
      setMeanwhile(undefined)
      const logo = values.logo === noLogo ? null : values.logo
      const saved = await change({
        version: base.version,
        content: contentOf(values, base.content),
        ...(logo !== '' && { logo }),
      }).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.has('changed_meanwhile')) await merge()
        throw error
      })
      setBase(saved)
      replace(() => startOf(saved))
    },
  })

  /** Takes over what somebody else has changed, except where something else was typed. */
  const merge = async () => {
    const theirs = await latest()
    const [old, fresh] = [startOf(base), startOf(theirs)]
    setMeanwhile(
      fieldNames
        .filter((name) => old[name] !== fresh[name])
        .map((name) => text.changedField(labels[name], old[name], fresh[name])),
    )
    replace((typed) => {
      const merged = fieldNames.map((name) => [name, typed[name] === old[name] ? fresh[name] : typed[name]])
      return Object.fromEntries(merged) as Values
    })
    setBase(theirs)
  }

  const changed = fieldNames.some((name) => values[name] !== unchanged[name])
  useKeptDraft(draftName, email, values, changed)
  const leaving = useUnsavedChanges(changed && !pending)
  const others = problems.filter(({ field }) => field === undefined)
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
      <form {...form} className={css.form} aria-label={text.title}>
        {rejected && meanwhile && (
          <Notice tone="error" title={text.changedMeanwhile}>
            <ul className={css.changes}>
              {(meanwhile.length > 0 ? meanwhile : [text.changedLogo]).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p>{text.changedMeans}</p>
          </Notice>
        )}
        {rejected && !meanwhile && others.length > 0 && (
          <Notice tone="error" title={text.notSaved}>
            <ProblemList problems={others} />
          </Notice>
        )}
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
        {leaving}
      </form>
      <Preview values={values} logo={base.logo} />
    </div>
  )
}
