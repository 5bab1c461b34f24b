/** An account from its first mail to its last: query parameters, mails, several browsers (portal.md §2 to §6). */
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { alone } from '../tags.ts'
import {
  changePassword,
  elsewhere,
  enter,
  fillSignUp,
  leaveElsewhere,
  linkIn,
  newcomer,
  openAccount,
  placeOf,
  signIn,
  widths,
} from './steps.ts'

const query = '?next=%2Fsettings%2Fpassword&shop=%CE%AC%26%3Cb%3E'

test(
  'a visitor from elsewhere signs up, loses the mail, activates, and gets where they were going',
  { tag: '@both' },
  async ({ page, portal }) => {
    await test.step('sign-up: what password managers and telephones need to know', async () => {
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

    await test.step('hints follow the rules while one types, and the password can be looked at', async () => {
      const password = page.getByLabel('Συνθηματικό', { exact: true })
      const rule = page.getByRole('listitem').filter({ hasText: 'Τουλάχιστον 8 χαρακτήρες' })
      await password.fill('ab1')
      await expect(rule).toContainText('(όχι ακόμη)')
      await password.fill(newcomer.password)
      await expect(rule).toContainText('(εντάξει)')
      await page.getByRole('button', { name: 'Εμφάνιση: Συνθηματικό', exact: true }).click()
      await expect(password).toHaveAttribute('type', 'text')
      await page.getByRole('button', { name: 'Απόκρυψη: Συνθηματικό', exact: true }).click()
      await expect(password).toHaveAttribute('type', 'password')
    })

    await test.step('pressed twice, it opens one account', async () => {
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

    await test.step('the mail is lost: another one comes, with the same way on', async () => {
      await page.getByRole('link', { name: 'Στείλτε το ξανά' }).click()
      await expect(page.getByLabel('Email')).toHaveValue(newcomer.email)
      await page.getByRole('button', { name: 'Αποστολή μηνύματος' }).click()
      await expect(page.getByRole('heading', { name: 'Το αίτημά σας καταχωρίστηκε' })).toBeVisible()
    })
    const second = await portal.mails.next(newcomer.email)
    expect(new URL(linkIn(second.text)).search).toBe(query)

    await test.step('whoever signs in without having activated finds the way to the mail', async () => {
      await page.goto('/login')
      await page.getByLabel('Email').fill(newcomer.email)
      await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
      await page.getByRole('button', { name: 'Είσοδος' }).click()
      await page.getByRole('link', { name: 'Στείλτε ξανά το μήνυμα ενεργοποίησης' }).click()
      await expect(page.getByLabel('Email')).toHaveValue(newcomer.email)
    })

    await test.step('the link activates by itself, once, and leads on', async () => {
      let activations = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/users/activation/')) activations += 1
      })
      await page.goto(linkIn(second.text))
      await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeFocused()
      expect(activations).toBe(1)
      await page.getByRole('main').getByRole('link', { name: 'Σύνδεση' }).click()
      await expect.poll(() => placeOf(page)).toBe(`/login${query}`)
      await page.getByLabel('Email').fill(newcomer.email)
      await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
      await page.getByRole('button', { name: 'Είσοδος' }).click()
      await expect.poll(() => placeOf(page)).toBe('/settings/password')
    })
  },
)

test('a lost password is replaced by mail; every session ends', async ({ browser, page, portal }) => {
  await openAccount(portal)
  const other = await elsewhere(browser, portal)
  await signIn(other, newcomer)

  await test.step('the request; then there is nothing more to send', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Ξεχάσατε το συνθηματικό σας;' }).click()
    const email = page.getByLabel('Email')
    const submit = page.getByRole('button', { name: 'Αποστολή συνδέσμου επαναφοράς' })
    await expect(email).toHaveAttribute('type', 'email')
    await submit.click()
    await expect(email).toHaveAccessibleDescription('Παρακαλώ συμπληρώστε το πεδίο "Email".')
    await expect(email).toBeFocused()
    await email.fill(newcomer.email)
    await submit.click()
    await expect(page.getByText('Επιτυχές αίτημα επαναφοράς')).toBeVisible()
    await expect(email).toHaveAttribute('readonly')
    await expect(submit).toHaveCount(0)
    await page.getByRole('link', { name: 'Επιστροφή' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })

  await test.step('the mail, and the new password', async () => {
    const mail = await portal.mails.next(newcomer.email)
    expect(mail.subject).toContain('Επαναφορά συνθηματικού')
    expect(mail.html).toContain(linkIn(mail.text))
    expect(mail.html).not.toContain('<img')
    await page.goto(linkIn(mail.text))
    await expect(page.getByLabel('Τρέχον συνθηματικό')).toHaveCount(0)
    await page.getByRole('button', { name: 'Αλλαγή συνθηματικού' }).click()
    await expect(page.getByLabel('Νέο συνθηματικό', { exact: true })).toHaveAccessibleDescription(
      /Παρακαλώ συμπληρώστε το πεδίο "Νέο συνθηματικό"\./,
    )
    await changePassword(page, 'καινούργια-αρχή-88')
    await expect(page.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
    for (const label of ['Νέο συνθηματικό', 'Επαλήθευση νέου συνθηματικού'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('readonly')
    await expect(page.getByRole('button', { name: 'Αλλαγή συνθηματικού' })).toHaveCount(0)
    const told = await portal.mails.next(newcomer.email)
    expect(told.subject).toContain('Το συνθηματικό σας άλλαξε')
  })

  await test.step('the sign-in button leads to the login, where the new password is the one', async () => {
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

  await test.step('the session that was open elsewhere is over', async () => {
    await other.reload()
    await expect(other).toHaveURL(/\/login$/)
  })
})

test('the owner of an address takes back an account that a stranger opened with it', async ({
  browser,
  page,
  portal,
}) => {
  const stranger = await elsewhere(browser, portal)
  await stranger.goto('/signup')
  await fillSignUp(stranger)
  await stranger.getByRole('button', { name: 'Δημιουργία νέου λογαριασμού' }).click()
  await expect(stranger.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeVisible()
  const mail = await portal.mails.next(newcomer.email)
  const disownLink = /https?:\/\/\S+\/account\/disown\/\S+/.exec(mail.text ?? '')?.[0] ?? ''

  await test.step('activating in another browser, the owner sets a new password at once', async () => {
    await page.goto(linkIn(mail.text))
    await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeVisible()
    await expectAccessible(page)
    await signIn(stranger, newcomer)
    await page.getByRole('link', { name: 'Ορισμός νέου συνθηματικού' }).click()
    await expect(page.getByRole('heading', { name: 'Ορισμός νέου συνθηματικού' })).toBeVisible()
  })

  await test.step("or reports the stranger by the mail's other link; opening it changes nothing", async () => {
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

  await test.step('a mail leads to a new password; the link no longer works', async () => {
    const reset = await portal.mails.next(newcomer.email)
    expect(reset.subject).toContain('Επαναφορά συνθηματικού')
    await page.goto(disownLink)
    await page.getByRole('button', { name: 'Δεν ήμουν εγώ' }).click()
    await expect(page.getByRole('alert')).toContainText('έχει ήδη χρησιμοποιηθεί')
    await page.goto(linkIn(reset.text))
    await changePassword(page, 'καινούργια-αρχή-88')
    await expect(page.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
  })
})

test('a session that ends leads to the login, and back to what one was doing', async ({ page, portal }) => {
  await openAccount(portal)
  await enter(page, newcomer)
  await page.goto('/settings?tab=1')
  await page.getByLabel('Επώνυμο').fill('Κωνσταντίνου-Ράπτη')
  await leaveElsewhere(page)

  await page.getByRole('button', { name: 'Ενημέρωση' }).click()
  await expect.poll(() => placeOf(page)).toBe('/login?next=%2Fsettings%3Ftab%3D1')
  await expect(page.getByText('Η σύνδεσή σας έληξε.')).toBeVisible()
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
  await page.getByRole('button', { name: 'Είσοδος' }).click()
  await expect.poll(() => placeOf(page)).toBe('/settings?tab=1')
  await expect(page.getByLabel('Επώνυμο'), 'what was typed is still there').toHaveValue('Κωνσταντίνου-Ράπτη')
  await page.getByRole('button', { name: 'Ενημέρωση' }).click()
  await expect(page.getByText('Οι αλλαγές σας αποθηκεύτηκαν')).toBeVisible()

  await test.step('a points call that learns of it is no error: it means not logged in', async () => {
    await leaveElsewhere(page)
    await page.getByRole('link', { name: 'Αρχική' }).click()
    await expect.poll(() => placeOf(page)).toBe('/login')
    await expect(page.getByText('Η σύνδεσή σας έληξε.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('no network, no answer and a slow answer are said', alone, async ({ page, context, portal }) => {
  await openAccount(portal)
  await page.goto('/login')
  const notice = page.getByRole('status').filter({ hasText: /σύνδεση|απαντά|διαρκεί/ })
  const submit = () => page.getByRole('button', { name: 'Είσοδος' }).click()
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)

  await test.step('offline', async () => {
    await context.setOffline(true)
    await expect(notice).toHaveText(
      'Δεν υπάρχει σύνδεση στο διαδίκτυο. Όσα βλέπετε ίσως δεν είναι τα τελευταία.',
    )
    await submit()
    await expect(page.getByRole('alert')).toContainText('Δεν υπάρχει επικοινωνία με την υπηρεσία.')
    await context.setOffline(false)
    await expect(notice).not.toContainText('Δεν υπάρχει σύνδεση στο διαδίκτυο.')
  })
  await test.step('the server is gone', async () => {
    await portal.kill9()
    await submit()
    await expect(notice).toContainText('Η υπηρεσία δεν απαντά.')
    await portal.start()
  })
  await test.step('the answer is long in coming', async () => {
    const slow = await context.newCDPSession(page)
    await slow.send('Network.enable')
    await slow.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 7000,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await submit()
    await expect(page.getByRole('button', { name: 'Είσοδος' })).toHaveAttribute('aria-busy', 'true')
    await expect(notice).toContainText('Η φόρτωση διαρκεί περισσότερο από το συνηθισμένο.')
    await slow.detach()
  })
})
