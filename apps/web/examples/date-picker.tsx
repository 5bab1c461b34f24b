import '../src/app/tokens.css'
import '../src/app/base.css'
import '../src/app/layout.css'
import '../src/app/utilities.css'
import type { ReactNode } from 'react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { classes } from '#web/ui/layout/classes.ts'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import type { DatePickerProps } from '#web/ui/date-picker/props.ts'
import css from './date-picker.module.css'

/** The options that the portal uses. */
const greek = { locale: 'el', format: 'DD/MM/YYYY' }

type Options = Partial<Omit<DatePickerProps, 'type' | 'value' | 'onChange'>>
type ExampleProps = Options & {
  title: string
  range?: boolean
  start?: string | string[]
  className?: string | undefined
}

/** Date picker with options; its value is printed below it. */
function Example({ title, range = false, start, className, ...options }: ExampleProps) {
  const [value, setValue] = useState<string | string[] | null>(start ?? null)
  const [changes, setChanges] = useState(0)
  const onChange = (value: string | string[] | null) => {
    setValue(value)
    setChanges((changes) => changes + 1)
  }
  const shared = { ...greek, label: title, ...options }
  return (
    <Frame title={title} className={className}>
      {range ? (
        <DatePicker
          {...shared}
          type="range"
          value={Array.isArray(value) ? value : null}
          onChange={onChange}
        />
      ) : (
        <DatePicker {...shared} value={typeof value === 'string' ? value : null} onChange={onChange} />
      )}
      <p className="note">
        <output aria-label={`Τιμή: ${title}`}>{JSON.stringify(value)}</output> · {changes}
      </p>
    </Frame>
  )
}

const Frame = ({
  title,
  className,
  children,
}: {
  title: string
  className?: string | undefined
  children: ReactNode
}) => (
  <section className={classes(css.example, className)} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** Changes the locale of a date picker that has a value. */
function Languages() {
  const [locale, setLocale] = useState('en-US')
  return (
    <Frame title="Γλώσσα">
      <label>
        locale{' '}
        <select value={locale} onChange={({ target }) => setLocale(target.value)}>
          <option>en-US</option>
          <option>el</option>
          <option>xx</option>
        </select>
      </label>
      <DatePicker
        label="Locale"
        locale={locale}
        format="D MMMM YYYY"
        value="2026-03-11"
        onChange={() => {}}
      />
    </Frame>
  )
}

const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

function Examples() {
  return (
    <main className={css.page}>
      <h1>Επιλογή ημερομηνίας</h1>
      <div className={css.examples}>
        <Example title="Μία ημερομηνία" />
        <Example title="Περίοδος" range />
        <Example title="Με τιμή" start="2026-03-11" />
        <Example title="Περίοδος με τιμή" range start={['2026-03-23', '2026-04-07']} />
        <Example title="Όρια" start="2026-03-11" minDate="2026-02-10" maxDate="2026-04-20" />
        <Example
          title="Περίοδος με όρια"
          range
          minDate="2026-02-10"
          maxDate="2026-04-20"
          start={['2026-04-07']}
        />
        <Example title="Μόνο καθημερινές" filterDate={isWeekday} start="2026-03-11" />
        <Example title="Εβδομάδα από Κυριακή" firstDayOfWeek={0} start="2026-03-11" />
        <Example title="Χωρίς καθαρισμό" clearable={false} clearOnSameDateClick={false} start="2026-03-11" />
        <Example title="Μένει ανοιχτό" keepOpenOnSelect keepOpenOnClear start="2026-03-11" />
        <Example title="Μόνο ψηφία" allowOnlyNumbers />
        <Example title="Περίοδος με ψηφία" range allowOnlyNumbers />
        <Example title="Μόνο ανάγνωση" readOnly start="2026-03-11" />
        <Example title="Μόνο από το ημερολόγιο" datePickerOnly start="2026-03-11" />
        <Example title="Χωρίς «Σήμερα»" showToday={false} start="2026-03-11" />
        <Example title="Με τις γύρω ημέρες" showOutsideDays start="2026-03-11" />
        <Example title="Ανενεργό" disabled start="2026-03-11" />
        <Example title="Με σφάλμα" error="Επιλέξτε ημερομηνία." required name="day" id="with-error" />
        <Example title="Άλλη υπόδειξη" placeholder="σήμερα" hideLabel />
        <Example title="Με λέξεις" format="D MMMM YYYY" start="2026-03-11" />
        <Example title="Μέσα σε κάτι που κόβει" className={css.clipped} />
        <Languages />
        <Example title="Μέσα στη σελίδα" inline start="2026-03-11" />
        <Example title="Περίοδος μέσα στη σελίδα" inline range className={css.wide} start={['2026-03-11']} />
      </div>
    </main>
  )
}

const root = document.querySelector('#root')
if (!root) throw new Error('date-picker.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Examples />
  </StrictMode>,
)
