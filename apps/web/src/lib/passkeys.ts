/** Passkeys of the browser. Its options and results are JSON since WebAuthn, level 3 (2024 in Chrome, 2025 in Safari). */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

const jsonOf = (credential: Credential | null): object => {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return credential.toJSON()
}

/** Creates a passkey. @throws DOMException if the user cancels or the browser cannot create it */
export const createPasskey = async (options: object): Promise<object> =>
  jsonOf(
    await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  )

/** Asks for a passkey. @throws DOMException if the user cancels or has none of those listed */
export const askForPasskey = async (options: object): Promise<object> =>
  jsonOf(
    await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  )
