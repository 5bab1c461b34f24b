/** Sign-up, password reset and recovery of an account: query parameters, mails, several browsers (portal.md §2 to §6). */
import { expectAccessible, expectMailsAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { slow } from '../tags.ts'
import {
  changePassword,
  openOtherBrowser,
  fillSignUp,
  linkIn,
  newcomer,
  createAccount,
  pathOf,
  signIn,
  signInByApi,
  widths,
} from './steps.ts'

const query = '?next=%2Fsettings%2Fpassword&shop=%CE%AC%26%3Cb%3E'

test(
  'sign-up, a second activation mail and activation keep the query string until sign-in',
  { tag: '@both' },
  async ({ page, portal }) => {
    await test.step('/signup has autocomplete and input modes, and keeps the query string in its link [§2 sign-up keyboards]', async () => {
      await page.goto(`/signup${query}`)
      for (const [label, attributes] of Object.entries({
        Όνομα: { autocomplete: 'given-name' },
        Επώνυμο: { autocomplete: 'family-name' },
        Τηλέφωνο: { type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
        Email: { type: 'email', inputmode: 'email', autocomplete: 'email' },
        Συνθηματικό: { type: 'password', autocomplete: 'new-password' },
        'Επαλήθευση συνθηματικού': { type: 'password', autocomplete: 'new-password' },
      }))
        for (const [name, value] of Object.entries(attributes))
          await expect(page.getByLabel(label, { exact: true })).toHaveAttribute(name, value)
      await expect(page.getByLabel('Δήμος', { exact: true }).getByRole('option')).toHaveCount(14)
      await expect(page.getByRole('main').getByRole('link', { name: 'Σύνδεση' })).toHaveAttribute(
        'href',
        `/login${query}`,
      )
    })

    await test.step('password hints are updated while typing, and the password can be shown', async () => {
      const password = page.getByLabel('Συνθηματικό', { exact: true })
      const rule = page.getByRole('listitem').filter({ hasText: 'Έχει τουλάχιστον 8 χαρακτήρες' })
      await password.fill('ab1')
      await expect(rule, 'nothing is wrong before the field is left').toHaveText(
        'Έχει τουλάχιστον 8 χαρακτήρες',
      )
      await password.blur()
      await expect(rule).toContainText('(ο κανόνας δεν τηρείται ακόμη)')
      await password.fill(newcomer.password)
      await expect(rule).toContainText('(ο κανόνας τηρείται)')
      await page.getByRole('button', { name: 'Εμφάνιση: Συνθηματικό', exact: true }).click()
      await expect(password).toHaveAttribute('type', 'text')
      await page.getByRole('button', { name: 'Απόκρυψη: Συνθηματικό', exact: true }).click()
      await expect(password).toHaveAttribute('type', 'password')
    })

    await test.step('a double click creates one account [§2 sign-up query string] [§3 payloads]', async () => {
      await fillSignUp(page)
      const sent: { to: string; body: unknown }[] = []
      page.on('request', (request) => {
        if (request.method() !== 'POST') return
        const { pathname, search } = new URL(request.url())
        sent.push({ to: pathname + search, body: request.postDataJSON() })
      })
      await page.getByRole('button', { name: 'Δημιουργία νέου λογαριασμού' }).dblclick()
      await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeVisible()
      expect(sent).toEqual([
        {
          to: `/api/auth/users/${query}`,
          body: {
            first_name: newcomer.firstName,
            last_name: newcomer.lastName,
            telephone: newcomer.telephone,
            municipality: expect.stringMatching(/^\d+$/),
            email: newcomer.email,
            username: newcomer.email,
            password: newcomer.password,
            re_password: newcomer.password,
          },
        },
      ])
    })
    const first = await portal.mails.next(newcomer.email)
    expect(new URL(linkIn(first.text)).search).toBe(query)

    await test.step('a second activation mail has the same query string', async () => {
      await page.getByRole('link', { name: 'Νέα αποστολή του μηνύματος' }).click()
      await expect(page.getByLabel('Email')).toHaveValue(newcomer.email)
      await page.getByRole('button', { name: 'Αποστολή μηνύματος' }).click()
      await expect(page.getByRole('heading', { name: 'Λάβαμε το αίτημά σας' })).toBeVisible()
    })
    const second = await portal.mails.next(newcomer.email)
    expect(new URL(linkIn(second.text)).search).toBe(query)

    await test.step('a sign-in before activation offers a new activation mail', async () => {
      await page.goto('/login')
      await page.getByLabel('Email').fill(newcomer.email)
      await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
      await page.getByRole('button', { name: 'Είσοδος' }).click()
      await page.getByRole('link', { name: 'Νέα αποστολή του μηνύματος ενεργοποίησης' }).click()
      await expect(page.getByLabel('Email')).toHaveValue(newcomer.email)
    })

    await test.step('the activation page posts once and keeps the query string until after sign-in [§2 activation]', async () => {
      let activations = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/users/activation/')) activations += 1
      })
      await page.goto(linkIn(second.text))
      await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeFocused()
      expect(activations).toBe(1)
      await page.getByRole('main').getByRole('link', { name: 'Σύνδεση' }).click()
      await expect.poll(() => pathOf(page)).toBe(`/login${query}`)
      await page.getByLabel('Email').fill(newcomer.email)
      await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
      await page.getByRole('button', { name: 'Είσοδος' }).click()
      await expect.poll(() => pathOf(page)).toBe('/settings/password')
    })
  },
)

test('a password reset by mail sets a new password and ends every session', async ({
  browser,
  page,
  portal,
}) => {
  await createAccount(portal)
  const other = await openOtherBrowser(browser, portal)
  await signIn(other, newcomer)

  await test.step('the request form is read-only after success [§2 reset request]', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Ξεχάσατε το συνθηματικό σας;' }).click()
    const email = page.getByLabel('Email')
    const submit = page.getByRole('button', { name: 'Αποστολή συνδέσμου επαναφοράς' })
    await expect(email).toHaveAttribute('type', 'email')
    await submit.click()
    await expect(email).toHaveAccessibleDescription('Παρακαλώ συμπληρώστε το πεδίο «Email».')
    await expect(email).toBeFocused()
    await email.fill(newcomer.email)
    await submit.click()
    await expect(page.getByText('Επιτυχές αίτημα επαναφοράς')).toBeVisible()
    await expect(email).toHaveAttribute('readonly')
    await expect(submit).toHaveCount(0)
    await page.getByRole('link', { name: 'Επιστροφή' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })

  await test.step('the link in the mail sets a new password [§2 reset confirmation] [§4 password change] [§5 passwords]', async () => {
    const mail = await portal.mails.next(newcomer.email)
    expect(mail.subject).toContain('Επαναφορά συνθηματικού')
    expect(mail.html).toContain(linkIn(mail.text))
    expect(mail.html).not.toContain('<img')
    await page.goto(linkIn(mail.text))
    await expect(page.getByLabel('Τρέχον συνθηματικό')).toHaveCount(0)
    await page.getByRole('button', { name: 'Αλλαγή συνθηματικού' }).click()
    await expect(page.getByLabel('Νέο συνθηματικό', { exact: true })).toHaveAccessibleDescription(
      /Παρακαλώ συμπληρώστε το πεδίο «Νέο συνθηματικό»\./,
    )
    await changePassword(page, 'καινούργια-αρχή-88')
    await expect(page.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
    for (const label of ['Νέο συνθηματικό', 'Επαλήθευση νέου συνθηματικού'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('readonly')
    await expect(page.getByRole('button', { name: 'Αλλαγή συνθηματικού' })).toHaveCount(0)
    const told = await portal.mails.next(newcomer.email)
    expect(told.subject).toContain('Νέο συνθηματικό στον λογαριασμό σας')
  })

  await test.step('sign-in accepts only the new password; an edit clears the error [§2 reset confirmation] [§4 login]', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Σύνδεση' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel('Email').fill(newcomer.email)
    const password = page.getByLabel('Συνθηματικό', { exact: true })
    await password.fill(newcomer.password)
    await page.getByRole('button', { name: 'Είσοδος' }).click()
    const problem = page.getByRole('alert')
    await expect(problem).toBeVisible()
    // Editing either field clears the error (§4).
    await password.fill('καινούργια-αρχή-8')
    await expect(problem).toHaveCount(0)
    await page.getByRole('button', { name: 'Είσοδος' }).click()
    await expect(problem).toBeVisible()
    await page.getByLabel('Email').press('End')
    await page.getByLabel('Email').press('Backspace')
    await expect(problem).toHaveCount(0)
    await page.getByLabel('Email').fill(newcomer.email)
    await password.fill('καινούργια-αρχή-88')
    const reread = page.waitForResponse((answer) => answer.url().endsWith('/users/me/'))
    await page.getByRole('button', { name: 'Είσοδος' }).click()
    expect((await reread).status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Καλώς ήρθατε, Ελένη' })).toBeVisible()
  })

  await test.step('the session in another browser has ended', async () => {
    await other.reload()
    await expect(other).toHaveURL(/\/login$/)
  })
  await expectMailsAccessible(page.context(), portal.mails)
})

test(
  'the owner of an address recovers an account that a stranger created with it [security disown]',
  slow,
  async ({ browser, page, portal }) => {
    const stranger = await openOtherBrowser(browser, portal)
    await stranger.goto('/signup')
    await fillSignUp(stranger)
    await stranger.getByRole('button', { name: 'Δημιουργία νέου λογαριασμού' }).click()
    await expect(stranger.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeVisible()
    const mail = await portal.mails.next(newcomer.email)
    const disownLink = /https?:\/\/\S+\/account\/disown\/\S+/.exec(mail.text ?? '')?.[0] ?? ''

    await test.step('activation in another browser offers to set a new password [security disown]', async () => {
      await page.goto(linkIn(mail.text))
      await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeVisible()
      await expectAccessible(page)
      await signIn(stranger, newcomer)
      await page.getByRole('link', { name: 'Ορισμός νέου συνθηματικού' }).click()
      await expect(page.getByRole('heading', { name: 'Ορισμός νέου συνθηματικού' })).toBeVisible()
    })

    await test.step('the second link in the mail voids the password after a click; opening it changes nothing [security disown]', async () => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(disownLink)
        await expect(page.getByRole('heading', { name: 'Δεν ήσασταν εσείς;' })).toBeVisible()
        await expectAccessible(page)
      }
      await stranger.reload()
      await expect(stranger.getByRole('heading', { name: 'Καλώς ήρθατε, Ελένη' })).toBeVisible()
      await page.getByRole('button', { name: 'Δεν ήμουν εγώ' }).click()
      await expect(page.getByRole('heading', { name: 'Το αίτημά σας ολοκληρώθηκε' })).toBeFocused()
      await expectAccessible(page)
      await stranger.reload()
      await expect(stranger).toHaveURL(/\/login$/)
      const again = await stranger.request.post('/api/auth/token/login', { data: newcomer })
      expect(again.status(), 'the password no longer works').toBe(400)
    })

    await test.step('a reset mail sets a new password, and the second link no longer works', async () => {
      const reset = await portal.mails.next(newcomer.email)
      expect(reset.subject).toContain('Επαναφορά συνθηματικού')
      await page.goto(disownLink)
      await page.getByRole('button', { name: 'Δεν ήμουν εγώ' }).click()
      await expect(page.getByRole('alert')).toContainText('έχει ήδη χρησιμοποιηθεί')
      await page.goto(linkIn(reset.text))
      await changePassword(page, 'καινούργια-αρχή-88')
      await expect(page.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
    })
  },
)

const emailWords = {
  el: {
    change: 'Αλλαγή διεύθυνσης email',
    field: 'Νέα διεύθυνση email',
    send: 'Αποστολή συνδέσμου',
    sent: 'Ελέγξτε τα μηνύματα της νέας διεύθυνσης',
    confirm: 'Επιβεβαίωση διεύθυνσης',
    confirmed: 'Η διεύθυνση email άλλαξε',
    present: /Τώρα συνδέεστε με τη διεύθυνση/,
    recent: /Η διεύθυνσή σας άλλαξε πρόσφατα/,
    told: 'Η διεύθυνση email του λογαριασμού σας άλλαξε',
    restore: 'Δεν το έκανα εγώ',
    restored: 'Η παλιά διεύθυνση email ισχύει ξανά',
    reset: 'Επαναφορά συνθηματικού',
  },
  en: {
    change: 'Change email address',
    field: 'New email address',
    send: 'Send link',
    sent: 'Check the emails of the new address',
    confirm: 'Confirm address',
    confirmed: 'Your email address was changed',
    present: /You now sign in with/,
    recent: /Your address was changed recently/,
    told: 'The email address of your account was changed',
    restore: 'It was not me',
    restored: 'Your old email address is back',
    reset: 'Set a new password',
  },
}

for (const language of ['el', 'en'] as const)
  test(`a citizen changes the email address, and the old one takes it back (${language}) [security email change] [security email restore]`, async ({
    browser,
    page,
    portal,
  }) => {
    const words = emailWords[language]
    const newEmail = newcomer.email.replace('@', `.${language}@`)
    // Sign-ins from new browsers are mailed, too.
    const nextMail = async (to: string, subject: string) => {
      for (;;) {
        const mail = await portal.mails.next(to)
        if (mail.subject?.includes(subject)) return mail
      }
    }
    await createAccount(portal)
    await signInByApi(page, newcomer)
    if (language === 'en') {
      await page.goto('/')
      await page.getByRole('button', { name: 'English' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    }
    await page.setViewportSize({ width: 390, height: 800 })

    await test.step('the settings send a link to the new address', async () => {
      await page.goto('/settings')
      await page.getByRole('link', { name: words.change }).click()
      await expect(page.getByRole('heading', { name: words.change })).toBeVisible()
      await expect(page.getByText(words.present)).toContainText(newcomer.email)
      await page.getByRole('button', { name: words.send }).click()
      await expect(page.getByLabel(words.field)).toBeFocused()
      await page.getByLabel(words.field).fill(newEmail)
      await expectAccessible(page)
      await page.getByRole('button', { name: words.send }).click()
      await expect(page.getByText(words.sent)).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('opening the link changes nothing, its button does', async () => {
      await page.goto(linkIn((await portal.mails.next(newEmail)).text))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      const other = await openOtherBrowser(browser, portal)
      await signInByApi(other, newcomer)
      await page.getByRole('button', { name: words.confirm }).click()
      await expect(page.getByRole('heading', { name: words.confirmed })).toBeFocused()
      await expectAccessible(page)
      await page.goto('/settings/email')
      await expect(page.getByText(words.present)).toContainText(newEmail)
      await expect(page.getByText(words.recent)).toBeVisible()
      await expectAccessible(page)
      await other.reload()
      await other.goto('/settings')
      await expect(other.getByRole('textbox', { name: 'Email' })).toHaveValue(newEmail)
      await other.context().close()
    })

    await test.step('the old address takes it back: the session ends, and a mail sets a new password', async () => {
      const told = await nextMail(newcomer.email, words.told)
      await page.goto(linkIn(told.text))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: words.restore }).click()
      await expect(page.getByRole('heading', { name: words.restored })).toBeFocused()
      await expectAccessible(page)
      await page.goto('/settings')
      await expect(page).toHaveURL(/\/login/)
      await nextMail(newcomer.email, words.reset)
    })
    await expectMailsAccessible(page.context(), portal.mails)
  })
