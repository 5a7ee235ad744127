import { Alert, Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useState } from 'react'
import { words } from '#words/admin.ts'
import { parleyFor } from '../../../api/client.ts'
import { useOrg } from '../../../app/org.ts'
import { CopyIcon } from '../../../parts/CopyField.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { PasswordField } from '../../../parts/PasswordField.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { useRefusal } from '../refusals.ts'

const { secondFactor: said } = words
type Begun = Schema<'NewSecondFactor'>

/** First the password, then the app with its first code, then the recovery codes, which are shown once. */
export function SetUpDialog({ close }: { close: () => void }) {
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<string[]>()
  const isLast = codes !== undefined
  return (
    <Dialog
      onClose={close}
      title={isLast ? said.codesTitle : said.setUpTitle}
      closeOnClickOutside={false}
      closeOnEscape={!isLast}
      withCloseButton={!isLast}
    >
      {codes && <RecoveryCodes codes={codes} close={close} />}
      {begun && !codes && <FirstCode begun={begun} done={setCodes} />}
      {!begun && <AskPassword done={setBegun} />}
    </Dialog>
  )
}

function AskPassword({ done }: { done: (begun: Begun) => void }) {
  const org = useOrg()
  const [password, setPassword] = useState('')
  const beginning = useMutation({
    mutationFn: () => parleyFor(org.id).post('/auth/second-factor', { body: { password } }),
    onSuccess: done,
  })
  const refused = useRefusal(beginning.error, ['password'])
  return (
    <form noValidate onSubmit={submitting(beginning.mutate)}>
      <Stack>
        <Text size="sm">{said.passwordText}</Text>
        {refused.other && <Trouble error={refused.other} />}
        <PasswordField
          label={words.account.currentPassword}
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={refused.fields.password}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={beginning.isPending}>
            {said.next}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function FirstCode({ begun, done }: { begun: Begun; done: (codes: string[]) => void }) {
  const org = useOrg()
  const [code, setCode] = useState('')
  const confirming = useMutation({
    mutationFn: () => parleyFor(org.id).post('/auth/second-factor/_confirm', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => done(recoveryCodes),
  })
  const refused = useRefusal(confirming.error, ['code'])
  return (
    <form noValidate onSubmit={submitting(confirming.mutate)}>
      <Stack>
        <Text size="sm">{said.scan}</Text>
        <Group justify="center" bg="white" p="md">
          <QRCodeSVG value={begun.otpauthUrl} size={192} title={said.qrCode} />
        </Group>
        <SetupKey begun={begun} />
        {refused.other && <Trouble error={refused.other} />}
        <TextInput
          label={said.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={refused.fields.code}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirming.isPending}>
            {said.switchOn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** For an app that cannot see the picture: typed, or on this very device. */
function SetupKey({ begun: { secret, otpauthUrl } }: { begun: Begun }) {
  return (
    <Stack gap={4}>
      <Text size="sm" className="quiet">
        {said.setupKey}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</Code>
        <CopyIcon value={secret} />
      </Group>
      <Anchor size="sm" href={otpauthUrl}>
        {said.openApp}
      </Anchor>
    </Stack>
  )
}

function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    <Stack>
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={words.once}>
        {said.codesText}
      </Alert>
      <Group align="flex-start" wrap="nowrap">
        <Code block aria-label={said.recoveryCodes}>
          {codes.join('\n')}
        </Code>
        <CopyIcon value={codes.join('\n')} />
      </Group>
      <Group justify="flex-end">
        <Button onClick={close}>{words.haveIt}</Button>
      </Group>
    </Stack>
  )
}

const submitting = (act: () => void) => (event: FormEvent) => {
  event.preventDefault()
  act()
}
