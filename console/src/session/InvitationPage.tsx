import { Alert, Button, Center, Loader, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Invalid, NotFound, type Schema, Unauthorized } from '@parley/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { roleNames } from '#i18n/role-names.ts'
import { strings } from '#i18n/session.ts'
import { createTokenClient } from '../api/client.ts'
import { ButtonLink } from '../components/links.tsx'
import { PasswordField } from '../components/PasswordField.tsx'
import { IssuerSignIn, signInErrorText } from './SignInForm.tsx'
import { storeSignIn } from './session.ts'

const { invitation: texts } = strings

/** The page behind the link of an invitation. The token is in the fragment, which no server sees. */
export function InvitationPage() {
  const [token] = useState(() => window.location.hash.slice(1))
  const review = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => createTokenClient('').post('/auth/review-invitation', { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420}>
        {review.isPending && <Loader aria-label={texts.loading} />}
        {review.error && <InvalidInvitation error={review.error} />}
        {review.data && <JoinForm token={token} review={review.data} />}
      </Paper>
    </Center>
  )
}

function InvalidInvitation({ error }: { error: Error }) {
  const isInvalid = error instanceof NotFound || error instanceof Invalid
  return (
    <Stack>
      <Title order={1} size="h2">
        {texts.invalid}
      </Title>
      <Text role="alert">{isInvalid ? texts.invalidText : signInErrorText(error)}</Text>
      <ButtonLink to="/sign-in" variant="default">
        {texts.signIn}
      </ButtonLink>
    </Stack>
  )
}

type JoinFormProps = { token: string; review: Schema<'InvitationReview'> }
type JoinValues = { name: string; password: string; accountPassword: string; code: string }

function JoinForm({ token, review }: JoinFormProps) {
  const { org, email, role, account } = review
  const navigate = useNavigate()
  const isKnown = account === 'existing'
  const form = useForm<JoinValues>({
    initialValues: { name: review.name ?? '', password: '', accountPassword: '', code: '' },
  })
  const joining = useMutation({
    mutationFn: ({ name, password, accountPassword, code }: JoinValues) =>
      createTokenClient('').post('/auth/accept-invitation', {
        body: {
          ...{ token, password },
          ...(isKnown ? { accountPassword } : name.trim() && { name: name.trim() }),
          ...(code && { code }),
        },
      }),
    onSuccess: (joined) => {
      storeSignIn(joined)
      navigate({ to: '/orgs/$org', params: { org: joined.org.id }, replace: true })
    },
  })
  if (joining.error instanceof NotFound) return <InvalidInvitation error={joining.error} />
  const { fields, complaint, asksForCode } = explainRefusal(joining.error, form.values.code)
  return (
    <Stack>
      <Title order={1} size="h2">
        {texts.title(org.name)}
      </Title>
      <Text>{texts.text(email, roleNames[role])}</Text>
      <IssuerSignIn back={`/orgs/${encodeURIComponent(org.id)}`} org={org.id} />
      <form noValidate onSubmit={form.onSubmit((values) => joining.mutate(values))}>
        <Stack>
          {complaint && <Alert color="red" role="alert" title={complaint} />}
          {isKnown ? (
            <>
              <Text size="sm">{texts.existing}</Text>
              <PasswordField
                label={texts.accountPassword}
                autoComplete="current-password"
                required
                {...form.getInputProps('accountPassword')}
              />
              {asksForCode && (
                <TextInput
                  label={strings.code}
                  autoComplete="one-time-code"
                  required
                  autoFocus
                  {...form.getInputProps('code')}
                />
              )}
            </>
          ) : (
            <TextInput label={texts.name} autoComplete="name" {...form.getInputProps('name')} error={fields.name} />
          )}
          <PasswordField
            label={texts.password}
            description={texts.passwordHelp}
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
            error={fields.password}
          />
          <Button type="submit" loading={joining.isPending} fullWidth>
            {texts.join}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}

type Refusal = { fields: Record<string, string>; complaint?: string | undefined; asksForCode: boolean }

function explainRefusal(error: Error | null, code: string): Refusal {
  const isFactor = error instanceof Unauthorized && error.code === 'auth.second_factor_required'
  const asksForCode = isFactor || code !== ''
  if (!error || (isFactor && code === '')) return { fields: {}, asksForCode }
  if (isFactor) return { fields: {}, complaint: strings.codeWrong, asksForCode }
  if (error instanceof Unauthorized) return { fields: {}, complaint: texts.wrongAccount, asksForCode }
  if (!(error instanceof Invalid)) return { fields: {}, complaint: signInErrorText(error), asksForCode }
  return { fields: Object.fromEntries(error.errors.map(({ field, message }) => [field, message])), asksForCode }
}
