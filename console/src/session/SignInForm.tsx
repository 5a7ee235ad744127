import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { RateLimited, type Schema, Unauthorized } from '@parley/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import * as oauth from 'oauth4webapi'
import { strings } from '#i18n/session.ts'
import { createTokenClient } from '../api/client.ts'
import { PasswordField } from '../components/PasswordField.tsx'
import { storeSignIn } from './session.ts'

/**
 * Sign-in at the issuer: the authorization code flow with PKCE. The values to verify on return are stored in the tab.
 */
type PendingSignIn = { state: string; nonce: string; verifier: string; back: string; org?: string | undefined }
const storageKey = 'parley.openid'

type OpenIdIssuer = NonNullable<Schema<'AuthMethods'>['openId']>

type IssuerReturn = { back: string; org?: string | undefined }

async function redirectToIssuer(openId: OpenIdIssuer, { back, org }: IssuerReturn): Promise<void> {
  const pending = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    back,
    org,
  }
  sessionStorage.setItem(storageKey, JSON.stringify(pending))
  const url = new URL(openId.authorizationEndpoint)
  const params = {
    response_type: 'code',
    scope: 'openid email profile',
    client_id: openId.clientId,
    redirect_uri: openId.redirectUri,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  window.location.assign(url)
}

/** Returns and deletes the values stored in this tab; undefined if the state belongs to another sign-in. */
export function consumePendingSignIn(state: string | undefined): PendingSignIn | undefined {
  const stored = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const pending: PendingSignIn | undefined = stored ? JSON.parse(stored) : undefined
  return pending && pending.state === state ? pending : undefined
}

type Props = { email: string; password: string; code: string }

/** Email and password, a second-factor code if required, and the external issuer if configured. */
export function SignInForm({ org, email, back }: { org?: string; email?: string; back: string }) {
  const form = useForm<Props>({ initialValues: { email: email ?? '', password: '', code: '' } })
  const entering = useMutation({
    mutationFn: ({ code, ...props }: Props) =>
      createTokenClient('').post('/auth/sign-in', { body: { ...props, ...(code && { code }), ...(org && { org }) } }),
    onSuccess: storeSignIn,
  })
  const asksForCode = isSecondFactor(entering.error) || (form.values.code !== '' && !isWrong(entering.error))
  const startOver = () => {
    entering.reset()
    form.setValues({ password: '', code: '' })
  }
  const complaint = formError(entering.error, entering.variables)
  return (
    <Stack>
      {!asksForCode && <IssuerSignIn back={back} />}
      <form onSubmit={form.onSubmit((values) => entering.mutate(values))}>
        <Stack>
          {complaint && <Alert color="red" role="alert" title={complaint} />}
          {asksForCode ? (
            <>
              <Text>{strings.codeText}</Text>
              <TextInput
                label={strings.code}
                autoComplete="one-time-code"
                required
                autoFocus
                {...form.getInputProps('code')}
              />
            </>
          ) : (
            <>
              <TextInput
                label={strings.email}
                type="email"
                autoComplete="username"
                required
                data-autofocus={email === undefined || undefined}
                {...form.getInputProps('email')}
              />
              <PasswordField
                label={strings.password}
                autoComplete="current-password"
                required
                {...form.getInputProps('password')}
              />
            </>
          )}
          <Button type="submit" loading={entering.isPending} fullWidth>
            {strings.signIn}
          </Button>
          {asksForCode && (
            <Button variant="subtle" onClick={startOver} fullWidth>
              {strings.startOver}
            </Button>
          )}
        </Stack>
      </form>
    </Stack>
  )
}

/** The way through the external issuer, if one is configured; with `org`, into that org. */
export function IssuerSignIn({ back, org }: IssuerReturn) {
  const methods = useQuery({ queryKey: ['sign-in-methods'], queryFn: () => createTokenClient('').get('/auth/methods') })
  const openId = methods.data?.openId
  if (!openId) return null
  return (
    <>
      <Button variant="default" fullWidth onClick={() => redirectToIssuer(openId, { back, org })}>
        {strings.signInWith(openId.name)}
      </Button>
      <Divider label={strings.or} labelPosition="center" />
    </>
  )
}

const isSecondFactor = (error: Error | null): boolean =>
  error instanceof Unauthorized && error.code === 'auth.second_factor_required'

const isWrong = (error: Error | null): boolean => error instanceof Unauthorized && !isSecondFactor(error)

/** The request for a code is not an error until a code was sent. */
function formError(error: Error | null, sent: Props | undefined): string | undefined {
  if (!error) return undefined
  if (!isSecondFactor(error)) return signInErrorText(error)
  return sent?.code ? strings.codeWrong : undefined
}

export function signInErrorText(error: Error): string {
  if (error instanceof Unauthorized) return strings.wrong
  if (error instanceof RateLimited) return strings.tooOften(error.retryAfterSeconds ?? 60)
  return error.message
}
