import { descriptions } from '@portal/contract/words/descriptions.ts'
import { useId } from 'react'
import type { useForm } from '#web/shared/forms/form.ts'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import fieldCss from '#web/ui/forms/field.module.css'
import css from './partners-page.module.css'
import type { Partners } from './api.ts'
import { descriptionName, labels, scopeNames, text } from './text.ts'
import { linesOf, type Name, phoneDescriptions } from './values.ts'

/** What the fields need of a form that has all settings. */
type Fields = ReturnType<typeof useForm<Name>>
/** Of a form that may have other fields, too. */
type Form = Pick<Fields, 'set' | 'values'> & {
  field: (name: Name) => Omit<ReturnType<Fields['field']>, 'name'> & { name: string }
}
type FieldsProps = { form: Form }

const noCorrections = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

type DetailFieldsProps = FieldsProps & {
  portal: Partners
  /** Whether it works with phones of the portal alone: no scopes, and perhaps no site. */
  byPhone?: boolean
}

/** Name, address, caps, and what the partner may do. */
export function DetailFields({ form, portal, byPhone = false }: DetailFieldsProps) {
  const { field } = form
  const { daily, person } = portal.default_caps
  return (
    <>
      <div className="pair">
        <TextField {...field('name')} hint={text.nameHint} autoComplete="off" />
        <TextField
          {...field('home_url')}
          hint={byPhone ? text.phoneHome : text.homeHint}
          optional={byPhone}
          inputMode="url"
          {...noCorrections}
        />
        <TextField
          {...field('daily_cap')}
          hint={text.dailyHint(daily)}
          optional
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...field('person_cap')}
          hint={text.dailyHint(person)}
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <Choices
        form={form}
        name="descriptions"
        hint={byPhone ? text.phoneWrites : undefined}
        options={(byPhone ? phoneDescriptions : descriptions).map((value) => ({
          value,
          label: descriptionName(value),
        }))}
      />
      {!byPhone && (
        <Choices
          form={form}
          name="scopes"
          hint={text.scopesHint}
          options={Object.entries(scopeNames).map(([value, label]) => ({ value, label }))}
        />
      )}
    </>
  )
}

/** Where people return after signing in, and for third parties what they read before they agree. */
export function SignInFields({ form }: FieldsProps) {
  const { field, set, values } = form
  const name = useId()
  return (
    <>
      <Lines form={form} name="redirect_uris" hint={text.addressHint} />
      <Lines form={form} name="post_logout_redirect_uris" hint={text.afterHint} />
      <Lines form={form} name="origins" hint={text.originsHint} />
      <div className="pair">
        <TextField
          {...field('backchannel_logout_uri')}
          hint={text.backchannelHint}
          optional
          inputMode="url"
          {...noCorrections}
        />
        <TextField
          {...field('initiate_login_uri')}
          hint={text.loginHint}
          optional
          inputMode="url"
          {...noCorrections}
        />
      </div>
      <fieldset className={css.choices}>
        <legend>{text.owner}</legend>
        {(['yes', 'no'] as const).map((value) => (
          <label key={value} className={css.option}>
            <input
              type="radio"
              name={name}
              checked={values.first_party === value}
              onChange={() => set('first_party', value)}
            />
            {value === 'yes' ? text.ours : text.thirdParty}
          </label>
        ))}
        <p className="note">{text.toThirdParty}</p>
      </fieldset>
      {values.first_party === 'no' && (
        <div className="pair">
          <TextField {...field('company')} hint={text.companyHint} optional autoComplete="off" />
          <TextField
            {...field('privacy_url')}
            hint={text.privacyHint}
            optional
            inputMode="url"
            {...noCorrections}
          />
          <TextField {...field('purpose')} hint={text.purposeHint} optional autoComplete="off" />
          <TextField {...field('purpose_en')} hint={text.purposeHint} optional autoComplete="off" lang="en" />
        </div>
      )}
    </>
  )
}

function Lines({ form, name, hint }: FieldsProps & { name: Name; hint: string }) {
  const { value, error, onChange: _, readOnly: __, ...field } = form.field(name)
  return (
    <Field label={labels[name]} hint={hint} error={error} optional>
      {(wiring) => (
        <textarea
          {...wiring}
          {...noCorrections}
          className={fieldCss.area}
          name={field.name}
          rows={Math.max(2, value.split('\n').length)}
          value={value}
          onChange={({ target }) => form.set(name, target.value)}
        />
      )}
    </Field>
  )
}

type ChoicesProps = FieldsProps & {
  name: 'scopes' | 'descriptions'
  options: { value: string; label: string }[]
  hint?: string | undefined
}

function Choices({ form, name, options, hint }: ChoicesProps) {
  const id = useId()
  const { value, error } = form.field(name)
  const chosen = linesOf(value)
  const toggle = (one: string, on: boolean) =>
    form.set(
      name,
      options
        .map((option) => option.value)
        .filter((option) => (option === one ? on : chosen.includes(option)))
        .join('\n'),
    )
  return (
    <fieldset className={css.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{labels[name]}</legend>
      {hint && <p className="note">{hint}</p>}
      <div className={css.options}>
        {options.map((option, place) => (
          <label key={option.value} className={css.option}>
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              // The first takes the focus after an error.
              aria-invalid={error && place === 0 ? true : undefined}
              aria-describedby={error && place === 0 ? `${id}-error` : undefined}
              onChange={({ target }) => toggle(option.value, target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
