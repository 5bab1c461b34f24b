import { SettingsPart } from '#web/shared/settings/settings-part.tsx'
import { SecondFactorSection } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { text } from './text.ts'

/** {settings}/security, for customers and staff, also in the frame of the settings. */
export const SecurityPage = () => (
  <SettingsPart title={text.title}>
    <SecondFactorSection />
    <Sessions />
  </SettingsPart>
)
