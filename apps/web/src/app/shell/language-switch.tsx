import { Languages } from 'lucide-react'
import { changeLanguage } from '#web/api/language.ts'
import { language } from '#web/lib/language.ts'
import { classes } from '#web/ui/layout/classes.ts'
import css from './language-switch.module.css'

const other = language === 'en' ? 'el' : 'en'
/** In their own language, for people who do not read the page's. */
const names = { el: 'Ελληνικά', en: 'English' }
const codes = { el: 'ΕΛ', en: 'EN' }

type LanguageSwitchProps = {
  isSignedIn: boolean
  /** Where the code is shown instead of the name. */
  short?: 'narrow' | 'always'
}

/** Button that shows the page in the other language. */
export const LanguageSwitch = ({ isSignedIn, short }: LanguageSwitchProps) => (
  <button
    type="button"
    lang={other}
    className={classes(css.switch, short && css.short, short === 'narrow' && css.narrow)}
    onClick={() => void changeLanguage(other, isSignedIn)}
  >
    <span className={css.full}>
      <Languages size={20} aria-hidden="true" />
      {names[other]}
    </span>
    {short && (
      <span className={css.code} aria-hidden="true">
        {codes[other]}
      </span>
    )}
  </button>
)
