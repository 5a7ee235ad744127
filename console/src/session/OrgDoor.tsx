import { Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { words } from '#words/session.ts'
import { parleyWith } from '../api/client.ts'
import { mayLeave } from '../parts/editor/useUnsaved.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { SignInForm } from './SignInForm.tsx'
import { currentSession, goodTokens, type Session, type SignedIn, signedIn, signOut, useSession } from './session.ts'

/** There is no good token for this org: another org's opens it, or else its user signs in above the page. */
export function OrgDoor({ org }: { org: string }) {
  const session = useSession()
  const { href } = useLocation()
  if (!session) return <Leaving />
  const leave = async () => {
    if (await mayLeave()) signOut()
  }
  if (goodTokens(session).length > 0) return <Switching org={org} session={session} back={href} />
  return (
    <Modal opened onClose={leave} title={words.again} closeOnClickOutside={false} closeOnEscape={false}>
      <Text mb="md" className="quiet">
        {words.againText}
      </Text>
      <SignInForm org={org} email={session.user.email} back={href} />
    </Modal>
  )
}

/** To the sign-in page, once: while that page loads, the address is its own already, and no place to come back to. */
function Leaving() {
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

type Door = { org: string; session: Session; back: string }

/** Where no token leads on, the org has another password for its user, or they are no member: nobody tells which. */
function Switching({ org, session, back }: Door) {
  const tokens = goodTokens(session)
  const switching = useQuery({
    queryKey: ['switch', org, ...tokens.map(({ token }) => token)],
    queryFn: async () => {
      signedIn(await enter(org, tokens))
      return true
    },
    staleTime: 0,
    gcTime: 0,
  })
  if (!switching.error) return <Loader m="xl" aria-label={words.entering} />
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={words.otherOrg(org)}>
      <Stack>
        <Text className="quiet">{words.otherOrgText}</Text>
        <SignInForm org={org} email={session.user.email} back={back} />
        <Group>
          <ButtonLink variant="default" to="/orgs/$org" params={{ org: currentSession()?.lastOrg ?? '' }}>
            {words.backToYours}
          </ButtonLink>
        </Group>
      </Stack>
    </Modal>
  )
}

async function enter(org: string, tokens: { token: string }[]): Promise<SignedIn> {
  const [first, ...others] = tokens
  const entering = parleyWith(first?.token ?? '').post('/auth/switch', { body: { org } })
  return others.length === 0 ? entering : entering.catch(() => enter(org, others))
}
