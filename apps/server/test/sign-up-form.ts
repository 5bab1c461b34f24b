/** Letters only: an address with digits can resemble the password '123456'. */
const letters = () =>
  crypto
    .randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

/** A filled form of the sign-up, with an address of its own. @param given fields with other values */
export const signUpForm = (
  municipality: number,
  { password = 'πράσινο-λάδι-42', ...given }: { password?: string } & Record<string, unknown> = {},
) => ({
  first_name: 'Ελένη',
  last_name: 'Κωνσταντίνου',
  telephone: '6944000000',
  municipality,
  email: `eleni-${letters()}@example.gr`,
  password,
  re_password: password,
  ...given,
})
