import type { DeskUse } from '@portal/contract/desk/desk.ts'
import { Ban, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { language, reloadIn } from '#web/lib/language.ts'
import css from './desk-page.module.css'
import { Header } from './header.tsx'
import { close, device } from './model/device.ts'
import { enrolment } from './model/enrolment.ts'
import { useStore } from './model/store.ts'
import { isOutdated, keepPage } from './model/worker.ts'
import parts from './parts/parts.module.css'
import { Coupons } from './screens/coupons.tsx'
import { Enrol } from './screens/enrol.tsx'
import { EntryList, Unsettled } from './screens/entry-list.tsx'
import { Oil } from './screens/oil.tsx'
import { Pin } from './screens/pin.tsx'
import { Reuse } from './screens/reuse.tsx'
import { Stopped } from './screens/stopped.tsx'
import { text } from './words/text.ts'

/** The page of a phone or till: the screen of its state. */
export function DeskPage() {
  const current = useStore(device)
  const given = useStore(enrolment)
  const [wantsCode, setWantsCode] = useState(false)
  const desk = current.is === 'known' || current.is === 'unknown' ? current.desk : undefined
  const state = current.is === 'known' ? current.desk.state : undefined
  const isEnrolling = given !== undefined || wantsCode || current.is === 'unknown'
  const [isList, setList] = useState(false)

  const isKnown = state !== undefined
  useEffect(() => {
    if (isKnown) keepPage().catch(() => undefined)
  }, [isKnown])
  useEffect(() => {
    if (state === 'closed' && isOutdated()) window.location.reload()
  }, [state])

  const endEnrolment = () => {
    enrolment.set(undefined)
    setWantsCode(false)
  }
  const isOpen = state === 'open' && !isEnrolling
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that had the focus is gone with its screen.
    if (isOpen && document.activeElement === document.body) main.current?.focus()
  }, [isOpen])
  return (
    <>
      <Header desk={desk} onList={isOpen ? () => setList(!isList) : undefined} />
      <main ref={main} tabIndex={-1} className={css.main}>
        {isEnrolling && current.is !== 'loading' ? (
          <Enrol
            key={JSON.stringify(given)}
            given={given}
            present={current.is === 'known' && state !== 'revoked' ? current.desk.name : undefined}
            onDone={endEnrolment}
            onCancel={current.is === 'unknown' ? undefined : endEnrolment}
          />
        ) : (
          <Screen isList={isList} onList={setList} onNewCode={() => setWantsCode(true)} />
        )}
        {(state === 'locked' || state === 'revoked' || current.is === 'unknown') && (
          <Unsettled device={desk?.id} />
        )}
      </main>
      <footer className={css.footer}>
        {isOpen && (
          <button type="button" className={parts.small} onClick={() => void close()}>
            {text.lock}
          </button>
        )}
        <button
          type="button"
          className={parts.small}
          lang={language === 'el' ? 'en' : 'el'}
          onClick={() => reloadIn(language === 'el' ? 'en' : 'el')}
        >
          {text.otherLanguage}
        </button>
      </footer>
    </>
  )
}

type ScreenProps = { isList: boolean; onList: (open: boolean) => void; onNewCode: () => void }

function Screen({ isList, onList, onNewCode }: ScreenProps) {
  const current = useStore(device)
  const [wasOpen, setWasOpen] = useState(false)
  if (current.is === 'loading' || current.is === 'unknown')
    return <p className="narrow muted">{text.loading}</p>
  const newCode = (
    <button type="button" className={parts.quiet} onClick={onNewCode}>
      {text.newCode}
    </button>
  )
  if (current.is === 'unreachable')
    return (
      <Stopped icon={WifiOff} title={text.unreachableTitle} means={[text.unreachableMeans]}>
        {newCode}
      </Stopped>
    )
  const { state } = current.desk
  if (state === 'open' && !wasOpen) setWasOpen(true)
  if (state === 'locked') return <Stopped title={text.lockedTitle} means={[text.lockedMeans]} />
  if (state === 'revoked')
    return (
      <Stopped icon={Ban} title={text.revokedTitle} means={[text.revokedMeans, text.revokedHeld]}>
        {newCode}
      </Stopped>
    )
  return (
    <>
      {state === 'closed' && <Pin />}
      {/* What is entered stays while the PIN is asked. */}
      <div className={css.work} hidden={state === 'closed'}>
        {wasOpen && <Work isList={isList} onList={onList} />}
      </div>
    </>
  )
}

function Work({ isList, onList }: Omit<ScreenProps, 'onNewCode'>) {
  const current = useStore(device)
  const [chosen, setChosen] = useState<DeskUse>()
  if (current.is !== 'known') return null
  const { desk } = current
  const use = desk.may.find((one) => one === chosen) ?? desk.may[0]
  if (isList) return <EntryList device={desk.id} onBack={() => onList(false)} />
  return (
    <>
      {desk.may.length > 1 && (
        <nav className={css.tabs} aria-label={text.title}>
          {desk.may.map((one) => (
            <button
              key={one}
              type="button"
              className={css.tab}
              aria-current={one === use ? 'page' : undefined}
              onClick={() => setChosen(one)}
            >
              {text.uses[one]}
            </button>
          ))}
        </nav>
      )}
      {use === 'coupons' && <Coupons />}
      {use === 'reuse' && <Reuse desk={desk} />}
      {use === 'oil' && <Oil desk={desk} />}
    </>
  )
}
