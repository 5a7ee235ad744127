import { Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { strings } from '#i18n/session.ts'
import { createTokenClient } from '../api/client.ts'
import { confirmLeave } from '../components/editor/useUnsavedGuard.tsx'
import { ButtonLink } from '../components/links.tsx'
import { SignInForm } from './SignInForm.tsx'
import {
  currentSession,
  type SignInResponse,
  signOut,
  storeSignIn,
  type UserSession,
  useUserSession,
  validTokens,
} from './session.ts'

/**
 * Shown without a valid token for this org: exchanges a token of another org, or signs the user in on top of the page.
 */
export function OrgSignIn({ org }: { org: string }) {
  const session = useUserSession()
  const { href } = useLocation()
  if (!session) return <RedirectingToIssuer />
  const leave = async () => {
    if (await confirmLeave()) signOut()
  }
  if (validTokens(session).length > 0) return <SwitchingOrg org={org} session={session} back={href} />
  return (
    <Modal opened onClose={leave} title={strings.signInAgain} closeOnClickOutside={false} closeOnEscape={false}>
      <Text mb="md" className="quiet">
        {strings.signInAgainText}
      </Text>
      <SignInForm org={org} email={session.user.email} back={href} />
    </Modal>
  )
}

/**
 * Redirects to the sign-in page once: while that page loads, the location is already its own and must not become the
 * return path.
 */
function RedirectingToIssuer() {
  const router = useRouter()
  const left = useRef(false)
  useEffect(() => {
    const { href: back, pathname } = router.state.location
    if (left.current || pathname === '/sign-in') return
    left.current = true
    void router.navigate({ to: '/sign-in', search: { back }, replace: true, ignoreBlocker: true })
  })
  return null
}

type OrgSignInForm = { org: string; session: UserSession; back: string }

/**
 * If no token is accepted, the user has a separate password in that org or is not a member; the server does not reveal
 * which.
 */
function SwitchingOrg({ org, session, back }: OrgSignInForm) {
  const tokens = validTokens(session)
  const switching = useQuery({
    queryKey: ['switch', org, ...tokens.map(({ token }) => token)],
    queryFn: async () => {
      storeSignIn(await enterOrg(org, tokens))
      return true
    },
    staleTime: 0,
    gcTime: 0,
  })
  if (!switching.error) return <Loader m="xl" aria-label={strings.entering} />
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={strings.otherOrg(org)}>
      <Stack>
        <Text className="quiet">{strings.otherOrgText}</Text>
        <SignInForm org={org} email={session.user.email} back={back} />
        <Group>
          <ButtonLink variant="default" to="/orgs/$org" params={{ org: currentSession()?.lastOrg ?? '' }}>
            {strings.backToYours}
          </ButtonLink>
        </Group>
      </Stack>
    </Modal>
  )
}

async function enterOrg(org: string, tokens: { token: string }[]): Promise<SignInResponse> {
  const [first, ...others] = tokens
  const entering = createTokenClient(first?.token ?? '').post('/auth/switch', { body: { org } })
  return others.length === 0 ? entering : entering.catch(() => enterOrg(org, others))
}
