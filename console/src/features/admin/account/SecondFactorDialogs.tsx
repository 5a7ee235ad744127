import { Alert, Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Schema } from '@parley/sdk'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/account.ts'
import { strings as admin } from '#i18n/admin.ts'
import { createOrgClient } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'
import { CopyIcon } from '../../../components/CopyField.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'

const { secondFactor: texts } = strings
type SecondFactorSetup = Schema<'NewSecondFactor'>

/** Asks for the password, then sets up the app with its first code, then shows the recovery codes once. */
export function EnableSecondFactorDialog({ close }: { close: () => void }) {
  const [setup, setBegun] = useState<SecondFactorSetup>()
  const [codes, setCodes] = useState<string[]>()
  const isLast = codes !== undefined
  return (
    <Dialog
      onClose={close}
      title={isLast ? texts.codesTitle : texts.setUpTitle}
      closeOnClickOutside={false}
      closeOnEscape={!isLast}
      withCloseButton={!isLast}
    >
      {codes && <RecoveryCodes codes={codes} close={close} />}
      {setup && !codes && <FirstCodeStep setup={setup} done={setCodes} />}
      {!setup && <PasswordStep done={setBegun} />}
    </Dialog>
  )
}

function PasswordStep({ done }: { done: (setup: SecondFactorSetup) => void }) {
  const org = useOrg()
  const [password, setPassword] = useState('')
  const beginning = useMutation({
    mutationFn: () => createOrgClient(org.id).post('/auth/second-factor', { body: { password } }),
    onSuccess: done,
  })
  const refused = useFormRefusal(beginning.error, ['password'])
  return (
    <form noValidate onSubmit={submitWith(beginning.mutate)}>
      <Stack>
        <Text size="sm">{texts.passwordText}</Text>
        {refused.other && <ErrorAlert error={refused.other} />}
        <PasswordField
          label={strings.account.currentPassword}
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={refused.fields.password}
        />
        <FormActions>
          <Button type="submit" loading={beginning.isPending}>
            {texts.next}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}

function FirstCodeStep({ setup, done }: { setup: SecondFactorSetup; done: (codes: string[]) => void }) {
  const org = useOrg()
  const [code, setCode] = useState('')
  const confirming = useMutation({
    mutationFn: () => createOrgClient(org.id).post('/auth/second-factor/_confirm', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => done(recoveryCodes),
  })
  const refused = useFormRefusal(confirming.error, ['code'])
  return (
    <form noValidate onSubmit={submitWith(confirming.mutate)}>
      <Stack>
        <Text size="sm">{texts.scan}</Text>
        <Group justify="center" bg="white" p="md">
          <QRCodeSVG value={setup.otpauthUrl} size={192} title={texts.qrCode} />
        </Group>
        <SetupKey setup={setup} />
        {refused.other && <ErrorAlert error={refused.other} />}
        <TextInput
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={refused.fields.code}
        />
        <FormActions>
          <Button type="submit" loading={confirming.isPending}>
            {texts.switchOn}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}

/** For an app that cannot scan the QR code: typed by hand, or on this same device. */
function SetupKey({ setup: { secret, otpauthUrl } }: { setup: SecondFactorSetup }) {
  return (
    <Stack gap={4}>
      <Text size="sm" className="quiet">
        {texts.setupKey}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</Code>
        <CopyIcon value={secret} />
      </Group>
      <Anchor size="sm" href={otpauthUrl}>
        {texts.openApp}
      </Anchor>
    </Stack>
  )
}

function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    <Stack>
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={admin.copyNow}>
        {texts.codesText}
      </Alert>
      <Group align="flex-start" wrap="nowrap">
        <Code block aria-label={texts.recoveryCodes}>
          {codes.join('\n')}
        </Code>
        <CopyIcon value={codes.join('\n')} />
      </Group>
      <FormActions>
        <Button onClick={close}>{admin.confirmSaved}</Button>
      </FormActions>
    </Stack>
  )
}

const submitWith = (act: () => void) => (event: FormEvent) => {
  event.preventDefault()
  act()
}

const emptyForm = { password: '', code: '' }

/** Afterwards the password alone grants access to the org, so the server requires both the password and a code. */
export function DisableSecondFactorDialog({ close }: { close: () => void }) {
  const org = useOrg()
  const form = useForm({ initialValues: emptyForm })
  const removing = useMutation({
    mutationFn: (body: typeof emptyForm) => createOrgClient(org.id).post('/auth/second-factor/_remove', { body }),
    onSuccess: () => {
      notify.success(texts.removed)
      close()
    },
  })
  const refused = useFormRefusal(removing.error, ['password', 'code'])
  return (
    <Dialog onClose={close} title={texts.removeTitle}>
      <form noValidate onSubmit={form.onSubmit((values) => removing.mutate(values))}>
        <Stack>
          <Text size="sm">{texts.removeText}</Text>
          {refused.other && <ErrorAlert error={refused.other} />}
          <PasswordField
            label={strings.account.currentPassword}
            autoComplete="current-password"
            required
            data-autofocus
            {...form.getInputProps('password')}
            error={refused.fields.password}
          />
          <TextInput
            label={texts.anyCode}
            autoComplete="one-time-code"
            required
            {...form.getInputProps('code')}
            error={refused.fields.code}
          />
          <FormActions>
            <Button variant="default" onClick={close}>
              {admin.cancel}
            </Button>
            <Button type="submit" color="red" loading={removing.isPending}>
              {texts.remove}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}
