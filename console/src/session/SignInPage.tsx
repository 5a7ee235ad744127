import { Alert, Anchor, Center, Loader, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { chooseLanguage, type Language, language, languageNames } from '#i18n/language.ts'
import { strings } from '#i18n/session.ts'
import { createTokenClient } from '../api/client.ts'

import { consumePendingSignIn, SignInForm, signInErrorText } from './SignInForm.tsx'
import { storeSignIn, useUserSession, validTokens } from './session.ts'

export function SignInPage() {
  const { back = '/', code, state, error } = useSearch({ from: '/sign-in' })
  const isIn = validTokens(useUserSession()).length > 0
  const [wasIn] = useState(isIn)
  // After a return from the issuer, the callback navigates to the stored return path.
  if (isIn && (wasIn || !code)) return <Navigate to={safeReturnPath(back)} replace />
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack>
          <Title order={1} size="h2">
            {strings.title}
          </Title>
          {error && <Alert color="red" role="alert" title={strings.issuerRefused} />}
          {code ? <IssuerCallback code={code} state={state} /> : <SignInForm back={back} />}
          <Text size="sm" className="quiet">
            {strings.lostPassword}{' '}
            <Anchor href="/docs/access" underline="always">
              {strings.lostPasswordGuide}
            </Anchor>
          </Text>
          <NativeSelect
            size="xs"
            aria-label={strings.language}
            value={language}
            onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}
            data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
          />
        </Stack>
      </Paper>
    </Center>
  )
}

/** Handles the redirect back from the issuer; the code works only once. */
function IssuerCallback({ code, state }: { code: string; state?: string }) {
  const navigate = useNavigate()
  const tried = useRef(false)
  const entering = useMutation({
    mutationFn: async () => {
      const pending = consumePendingSignIn(state)
      if (!pending) throw new Error(strings.otherTab)
      const { verifier: codeVerifier, nonce, back, org } = pending
      return {
        back,
        entered: await createTokenClient('').post('/auth/sign-in', {
          body: { code, codeVerifier, nonce, ...(org !== undefined && { org }) },
        }),
      }
    },
    onSuccess: ({ entered, back }) => {
      storeSignIn(entered)
      // The router would rewrite the query of an application's request.
      if (back.startsWith('/oauth/authorize?')) window.location.replace(back)
      else navigate({ to: safeReturnPath(back), replace: true })
    },
  })
  useEffect(() => {
    if (tried.current) return
    tried.current = true
    entering.mutate()
  })
  const isIn = validTokens(useUserSession()).length > 0
  if (!entering.error) return <Loader aria-label={strings.entering} />
  if (isIn) return <Navigate to="/" replace />
  return (
    <>
      <Alert color="red" role="alert" title={signInErrorText(entering.error)} />
      <SignInForm back="/" />
    </>
  )
}

/** Accepts only paths of this console: an external URL would be an open redirect. */
const safeReturnPath = (back: string): string => (/^\/(?![/\\])/.test(back) ? back : '/')
