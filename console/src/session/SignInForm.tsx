import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { RateLimited, Unauthorized } from '@parley/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { words } from '#words/session.ts'
import { parleyWith } from '../api/client.ts'
import { leaveForIssuer, type OpenId } from './openid.ts'
import { signedIn } from './session.ts'

/** E-mail and password, and the issuer where there is one. */
export function SignInForm({ org, email, back }: { org?: string; email?: string; back: string }) {
  const methods = useQuery({ queryKey: ['sign-in-methods'], queryFn: () => parleyWith('').get('/auth/methods') })
  const form = useForm({ initialValues: { email: email ?? '', password: '' } })
  const entering = useMutation({
    mutationFn: (given: { email: string; password: string }) =>
      parleyWith('').post('/auth/sign-in', { body: { ...given, ...(org && { org }) } }),
    onSuccess: signedIn,
  })
  return (
    <Stack>
      {methods.data?.openId && <IssuerButton openId={methods.data.openId} back={back} />}
      <form onSubmit={form.onSubmit((given) => entering.mutate(given))}>
        <Stack>
          {entering.error && <Alert color="red" role="alert" title={whyNot(entering.error)} />}
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            required
            data-autofocus={email === undefined || undefined}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={entering.isPending} fullWidth>
            {words.signIn}
          </Button>
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

export function whyNot(error: Error): string {
  if (error instanceof Unauthorized) return words.wrong
  if (error instanceof RateLimited) return words.tooOften(error.retryAfterSeconds ?? 60)
  return error.message
}
