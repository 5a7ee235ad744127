import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'

const { connections: connectDialogTexts } = strings

/** To the provider, whose page asks for leave and sends the browser back here. */
export function ConnectDialog({ close }: { close: () => void }) {
  const org = useOrg()
  const [provider, setProvider] = useState('google')
  const [label, setLabel] = useState('')
  const starting = useMutation({
    mutationFn: () => {
      const returnTo = `${window.location.origin}${window.location.pathname}`
      const body = { returnTo, ...(label.trim() && { label: label.trim() }) }
      return org.api.post('/connections/{provider}/_start', { path: { provider }, body })
    },
    onSuccess: ({ authorizationUrl }) => {
      if (/^https?:/.test(authorizationUrl)) window.location.assign(authorizationUrl)
    },
  })
  const refused = useFormRefusal(starting.error, ['label'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    starting.mutate()
  }
  return (
    <Dialog onClose={close} title={connectDialogTexts.connectTitle}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {refused.other && <ErrorAlert error={refused.other} />}
          <Radio.Group label={connectDialogTexts.provider} value={provider} onChange={setProvider}>
            <Group mt={4}>
              {Object.entries(connectDialogTexts.providers).map(([id, name]) => (
                <Radio key={id} value={id} label={name} />
              ))}
            </Group>
          </Radio.Group>
          <TextInput
            label={connectDialogTexts.label}
            description={connectDialogTexts.labelHelp}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            error={refused.fields.label}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={starting.isPending || starting.isSuccess}>
              {connectDialogTexts.goOn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
