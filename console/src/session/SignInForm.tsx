import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { RateLimited, Unauthorized } from '@parley/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { words } from '#words/session.ts'
import { parleyWith } from '../api/client.ts'
import { PasswordField } from '../parts/PasswordField.tsx'
import { leaveForIssuer, type OpenId } from './openid.ts'
import { signedIn } from './session.ts'

type Given = { email: string; password: string; code: string }

/** E-mail and password, the code of a second factor where there is one, and the issuer where there is one. */
export function SignInForm({ org, email, back }: { org?: string; email?: string; back: string }) {
  const methods = useQuery({ queryKey: ['sign-in-methods'], queryFn: () => parleyWith('').get('/auth/methods') })
  const form = useForm<Given>({ initialValues: { email: email ?? '', password: '', code: '' } })
  const entering = useMutation({
    mutationFn: ({ code, ...given }: Given) =>
      parleyWith('').post('/auth/sign-in', { body: { ...given, ...(code && { code }), ...(org && { org }) } }),
    onSuccess: signedIn,
  })
  const asksForCode = isSecondFactor(entering.error) || (form.values.code !== '' && !isWrong(entering.error))
  const startOver = () => {
    entering.reset()
    form.setValues({ password: '', code: '' })
  }
  const complaint = complaintOf(entering.error, entering.variables)
  return (
    <Stack>
      {methods.data?.openId && !asksForCode && <IssuerButton openId={methods.data.openId} back={back} />}
      <form onSubmit={form.onSubmit((given) => entering.mutate(given))}>
        <Stack>
          {complaint && <Alert color="red" role="alert" title={complaint} />}
          {asksForCode ? (
            <>
              <Text>{words.codeText}</Text>
              <TextInput
                label={words.code}
                autoComplete="one-time-code"
                required
                autoFocus
                {...form.getInputProps('code')}
              />
            </>
          ) : (
            <>
              <TextInput
                label={words.email}
                type="email"
                autoComplete="username"
                required
                data-autofocus={email === undefined || undefined}
                {...form.getInputProps('email')}
              />
              <PasswordField
                label={words.password}
                autoComplete="current-password"
                required
                {...form.getInputProps('password')}
              />
            </>
          )}
          <Button type="submit" loading={entering.isPending} fullWidth>
            {words.signIn}
          </Button>
          {asksForCode && (
            <Button variant="subtle" onClick={startOver} fullWidth>
              {words.startOver}
            </Button>
          )}
        </Stack>
      </form>
    </Stack>
  )
}

function IssuerButton({ openId, back }: { openId: OpenId; back: string }) {
  return (
    <>
      <Button variant="default" fullWidth onClick={() => leaveForIssuer(openId, back)}>
        {words.signInWith(openId.name)}
      </Button>
      <Divider label={words.or} labelPosition="center" />
    </>
  )
}

const isSecondFactor = (error: Error | null): boolean =>
  error instanceof Unauthorized && error.code === 'auth.second_factor_required'

const isWrong = (error: Error | null): boolean => error instanceof Unauthorized && !isSecondFactor(error)

/** That a code is wanted is no complaint until one was sent. */
function complaintOf(error: Error | null, sent: Given | undefined): string | undefined {
  if (!error) return undefined
  if (!isSecondFactor(error)) return whyNot(error)
  return sent?.code ? words.codeWrong : undefined
}

export function whyNot(error: Error): string {
  if (error instanceof Unauthorized) return words.wrong
  if (error instanceof RateLimited) return words.tooOften(error.retryAfterSeconds ?? 60)
  return error.message
}
