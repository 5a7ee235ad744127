import {
  Alert,
  Anchor,
  Button,
  Center,
  Checkbox,
  Group,
  Loader,
  Paper,
  Select,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { impliedScopes } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { strings as admin } from '#i18n/admin.ts'
import { strings } from '#i18n/consent.ts'
import { createTokenClient } from '../../api/client.ts'
import { ErrorAlert } from '../../components/PageStates.tsx'
import { enterOrg } from '../../session/OrgSignIn.tsx'
import { useOrgs } from '../../session/orgs.ts'
import { SignInForm } from '../../session/SignInForm.tsx'
import {
  signOut,
  storeSignIn,
  type UserSession,
  useUserSession,
  validTokenFor,
  validTokens,
} from '../../session/session.ts'
import { readAuthorizationRequest, sentQuery } from './authorization-request.ts'

type AuthorizationRequest = Schema<'AuthorizationRequest'>
type Review = Schema<'AuthorizationReview'>
type Scope = Review['scopes'][number]

const back = `/oauth/authorize${sentQuery}`

/**
 * Asks a signed-in member whether an application may act for them. The decision is a call with the token of the session,
 * which another site cannot make, and no site can show this page in a frame.
 */
export function ConsentPage() {
  const session = useUserSession()
  const request = readAuthorizationRequest(sentQuery)
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={520}>
        <Stack>
          <Title order={1} size="h2">
            {strings.title}
          </Title>
          <ConsentContent session={session} request={request} />
        </Stack>
      </Paper>
    </Center>
  )
}

function ConsentContent({ session, request }: { session?: UserSession; request?: AuthorizationRequest }) {
  if (!request) return <Refused text={strings.twice} />
  if (!session || validTokens(session).length === 0)
    return (
      <>
        <Text>{strings.signInText}</Text>
        <SignInForm back={back} />
      </>
    )
  return <OrgChoice session={session} request={request} />
}

type SignedIn = { session: UserSession; request: AuthorizationRequest }

function OrgChoice({ session, request }: SignedIn) {
  const orgs = useOrgs()
  const [chosen, setChosen] = useState(session.lastOrg)
  const token = validTokenFor(session, chosen)
  const names = orgs.data ?? []
  const known = names.some(({ id }) => id === chosen) ? names : [...names, { id: chosen, name: chosen }]
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {strings.account} <strong>{session.user.email}</strong>
        </Text>
        <Anchor component="button" size="sm" underline="always" onClick={signOut}>
          {strings.otherAccount}
        </Anchor>
      </Group>
      {orgs.error && <ErrorAlert error={orgs.error} retry={orgs.refetch} />}
      <Select
        label={strings.org}
        data={known.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={(org) => org && setChosen(org)}
        allowDeselect={false}
      />
      {token ? (
        <Consent key={chosen} token={token} org={chosen} request={request} />
      ) : (
        <EnterOrg key={chosen} session={session} org={chosen} />
      )}
    </>
  )
}

/** Exchanges a token of another org; an org with its own password or a second factor asks for them. */
function EnterOrg({ session, org }: { session: UserSession; org: string }) {
  const tokens = validTokens(session)
  const entering = useQuery({
    queryKey: ['switch', org, ...tokens.map(({ token }) => token)],
    queryFn: async () => {
      storeSignIn(await enterOrg(org, tokens))
      return true
    },
    ...{ staleTime: 0, gcTime: 0, retry: false },
  })
  if (!entering.error) return <Loader aria-label={strings.loading} />
  return (
    <>
      <Text>{strings.orgSignIn(org)}</Text>
      <SignInForm org={org} email={session.user.email} back={back} />
    </>
  )
}

type ConsentProps = { token: string; org: string; request: AuthorizationRequest }

function Consent({ token, org, request }: ConsentProps) {
  const review = useQuery({
    queryKey: ['consent', org, sentQuery],
    queryFn: ({ signal }) => createTokenClient(token).post('/auth/applications/_review', { body: { request }, signal }),
    ...{ staleTime: 0, gcTime: 0, retry: false },
  })
  if (review.error) return <Refused text={review.error.message} />
  if (!review.data) return <Loader aria-label={strings.loading} />
  const { error, redirectHost, denyRedirectTo } = review.data
  if (error === undefined) return <Decision token={token} request={request} review={review.data} />
  return (
    <Refused text={error}>
      <Button variant="default" onClick={() => window.location.assign(denyRedirectTo)}>
        {strings.back(redirectHost)}
      </Button>
    </Refused>
  )
}

type DecisionProps = { token: string; request: AuthorizationRequest; review: Review }

function Decision({ token, request, review }: DecisionProps) {
  const [scopes, setScopes] = useState<Scope[]>(review.suggestedScopes)
  const allowing = useMutation({
    mutationFn: () => createTokenClient(token).post('/auth/applications', { body: { request, scopes } }),
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
  })
  return (
    <>
      <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
        {strings.asks(review.clientName)}
      </Title>
      <Text size="sm" className="quiet">
        {strings.unverified}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {strings.redirect} <strong>{review.redirectHost}</strong>
      </Text>
      <Text size="sm">{strings.role(admin.roles[review.role].name)}</Text>
      {review.scopes.length === 0 && <Alert color="yellow" title={strings.nothing} />}
      <ScopeChoice offered={review.scopes} chosen={scopes} onChange={setScopes} />
      {allowing.error && <ErrorAlert error={allowing.error} />}
      <Group grow>
        <Button variant="default" onClick={() => window.location.assign(review.denyRedirectTo)}>
          {strings.deny}
        </Button>
        <Button
          onClick={() => allowing.mutate()}
          disabled={scopes.length === 0}
          loading={allowing.isPending || allowing.isSuccess}
        >
          {strings.allow}
        </Button>
      </Group>
      <Text size="sm" className="quiet">
        {strings.later}
      </Text>
    </>
  )
}

type ScopeChoiceProps = { offered: readonly Scope[]; chosen: Scope[]; onChange: (scopes: Scope[]) => void }

/** Everyone may read the catalogs, so that is no choice. A scope that a checked one includes cannot be removed alone. */
function ScopeChoice({ offered, chosen, onChange }: ScopeChoiceProps) {
  const implied = new Set<Scope>(chosen.flatMap((scope) => impliedScopes[scope] ?? []))
  const choices = offered.filter((scope) => scope !== 'catalogs:read')
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  return (
    <Stack gap="xs" role="group" aria-label={strings.access}>
      <Text size="sm" fw={500}>
        {strings.access}
      </Text>
      <Text size="sm" className="quiet">
        {strings.accessHelp}
      </Text>
      {choices.map((scope) => (
        <Checkbox
          key={scope}
          label={admin.scopes[scope].name}
          description={admin.scopes[scope].lets}
          checked={chosen.includes(scope) || implied.has(scope)}
          disabled={implied.has(scope)}
          onChange={() => toggle(scope)}
        />
      ))}
    </Stack>
  )
}

function Refused({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <>
      <Alert color="red" role="alert" title={strings.refused}>
        {text}
      </Alert>
      <Text size="sm" className="quiet">
        {strings.refusedText}
      </Text>
      {children}
    </>
  )
}
