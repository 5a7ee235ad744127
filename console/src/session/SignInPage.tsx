import { Alert, Anchor, Center, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { words } from '#words/session.ts'
import { parleyWith } from '../api/client.ts'
import { cameBackWith } from './openid.ts'
import { SignInForm, whyNot } from './SignInForm.tsx'
import { goodTokens, signedIn, useSession } from './session.ts'

export function SignInPage() {
  const { back = '/', code, state, error } = useSearch({ from: '/sign-in' })
  const isIn = goodTokens(useSession()).length > 0
  const [wasIn] = useState(isIn)
  // Who comes back from the issuer is led on by what they went out with.
  if (isIn && (wasIn || !code)) return <Navigate to={safe(back)} replace />
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack>
          <Title order={1} size="h2">
            {words.title}
          </Title>
          {error && <Alert color="red" role="alert" title={words.issuerRefused} />}
          {code ? <Returning code={code} state={state} /> : <SignInForm back={back} />}
          <Text size="sm" className="quiet">
            {words.lostPassword}{' '}
            <Anchor href="/docs/access" underline="always">
              {words.lostPasswordGuide}
            </Anchor>
          </Text>
        </Stack>
      </Paper>
    </Center>
  )
}

/** Back from the issuer: the code is worth one try. */
function Returning({ code, state }: { code: string; state?: string }) {
  const navigate = useNavigate()
  const tried = useRef(false)
  const entering = useMutation({
    mutationFn: async () => {
      const pending = cameBackWith(state)
      if (!pending) throw new Error(words.otherTab)
      const { verifier: codeVerifier, nonce, back } = pending
      return { back, entered: await parleyWith('').post('/auth/sign-in', { body: { code, codeVerifier, nonce } }) }
    },
    onSuccess: ({ entered, back }) => {
      signedIn(entered)
      navigate({ to: safe(back), replace: true })
    },
  })
  useEffect(() => {
    if (tried.current) return
    tried.current = true
    entering.mutate()
  })
  const isIn = goodTokens(useSession()).length > 0
  if (!entering.error) return <Loader aria-label={words.entering} />
  if (isIn) return <Navigate to="/" replace />
  return (
    <>
      <Alert color="red" role="alert" title={whyNot(entering.error)} />
      <SignInForm back="/" />
    </>
  )
}

/** Only a place of this console: an address from outside could lead anywhere. */
const safe = (back: string): string => (/^\/(?![/\\])/.test(back) ? back : '/')
