import * as endpoints from '#web/api/endpoints.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { openClaimsOptions } from '#web/api/open-claims.ts'
import { meOptions } from '#web/api/session.ts'
import { useSite } from '#web/api/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/controls/spinner.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { AccountMenu } from './account-menu.tsx'
import css from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { MainMenu } from './main-menu.tsx'
import { Logo } from '../common/logo.tsx'
import { SideMenu } from './side-menu.tsx'
import { menuFor, settingsOf, visitorMenu } from './menus.ts'
import { text } from '../common/text.ts'

/** Header (portal.md, 'Shared header'): brand, the group's menu, and the account menu or the sign-in links. */
export function Header() {
  const site = useSite()
  const brand = site?.brand
  const { data: profile, isError } = useQuery(meOptions)
  const [open, setOpen] = useState(false)
  const openClaims = useQuery({
    ...openClaimsOptions,
    enabled: can(profile?.role, endpoints.countClaims.access),
  }).data
  const { pathname } = useLocation()
  // Until the profile is loaded, by the address: the staff's header is lower.
  const isStaff = profile === undefined ? /^\/admin(\/|$)/.test(pathname) : profile?.is_staff
  const items = menuFor(profile, site, openClaims)

  return (
    <header className={classes(css.header, isStaff ? css.staff : profile ? css.citizen : undefined)}>
      <div className={css.bar}>
        <Link
          to={isStaff ? '/admin' : '/'}
          className={css.brand}
          // Until the operator's names are loaded.
          aria-label={brand ? undefined : text.home}
        >
          <Logo size={40} />
          {/* The operator's names. */}
          <span className={css.names} lang="el">
            <span>{brand?.product}</span>
            <small>{isStaff ? text.staffArea : brand?.company}</small>
          </span>
        </Link>
        {items.length > 0 && <MainMenu items={items} />}
        {/* Another element when the profile is loaded: moving this one would count as a layout shift. */}
        <div className={css.actions} key={profile === undefined ? 'unknown' : 'known'}>
          {profile === undefined && !isError && <Spinner label={text.loading} />}
          {profile !== undefined && !profile?.is_staff && (
            <span className={profile ? 'no-phone' : undefined}>
              <LanguageSwitch isSignedIn={profile !== null} short={profile ? 'always' : 'narrow'} />
            </span>
          )}
          {profile === null && (
            <>
              {visitorMenu.toReversed().map(({ to, label }) => (
                <span key={to} className="no-phone">
                  <ButtonLink to={to} tone={to === '/login' ? 'primary' : 'ghost'}>
                    {label}
                  </ButtonLink>
                </span>
              ))}
            </>
          )}
          {profile && <AccountMenu profile={profile} settings={settingsOf(profile)} />}
        </div>
        <button
          type="button"
          className={css.burger}
          aria-label={text.openMenu}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={({ currentTarget }) => {
            // Safari focuses no pressed button, and the dialog returns the focus to the focused element.
            currentTarget.focus()
            setOpen(true)
          }}
        >
          <Menu size={22} aria-hidden="true" />
        </button>
        {open && (
          <SideMenu
            profile={profile}
            items={items}
            settings={settingsOf(profile)}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
    </header>
  )
}
