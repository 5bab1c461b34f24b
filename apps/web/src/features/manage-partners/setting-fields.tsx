import { descriptions } from '@portal/contract/words/descriptions.ts'
import { type ComponentProps, useId } from 'react'
import { AreaField } from '#web/shared/forms/area-field.tsx'
import type { useForm } from '#web/shared/forms/form.ts'
import { Choice } from '#web/shared/manage/choice.tsx'
import { Choices } from '#web/shared/manage/choices.tsx'
import css from '#web/shared/manage/manage.module.css'
import { TextField } from '#web/ui/forms/field.tsx'
import type { Partners } from './api.ts'
import { descriptionName, scopeNames, text } from './text.ts'
import { type Name, phoneDescriptions } from './values.ts'

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
      <SettingChoices
        form={form}
        name="descriptions"
        hint={byPhone ? text.phoneWrites : undefined}
        options={(byPhone ? phoneDescriptions : descriptions).map((value) => ({
          value,
          label: descriptionName(value),
        }))}
      />
      {!byPhone && (
        <SettingChoices
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
      <fieldset className={css.part}>
        <legend className="text-s semibold">{text.owner}</legend>
        {(['yes', 'no'] as const).map((value) => (
          <Choice
            key={value}
            type="radio"
            name={name}
            checked={values.first_party === value}
            onChange={() => set('first_party', value)}
          >
            {value === 'yes' ? text.ours : text.thirdParty}
          </Choice>
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
  const { readOnly: _, ...field } = form.field(name)
  return (
    <AreaField
      {...field}
      {...noCorrections}
      hint={hint}
      optional
      rows={Math.max(2, field.value.split('\n').length)}
      onChange={(value) => form.set(name, value)}
    />
  )
}

type SettingChoicesProps = FieldsProps &
  Pick<ComponentProps<typeof Choices>, 'options' | 'hint'> & { name: 'scopes' | 'descriptions' }

function SettingChoices({ form, name, ...choices }: SettingChoicesProps) {
  const { label, value, error } = form.field(name)
  return (
    <Choices
      {...choices}
      legend={label}
      value={value}
      error={error}
      onChange={(value) => form.set(name, value)}
    />
  )
}
