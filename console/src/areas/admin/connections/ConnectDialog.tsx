import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { useRefusal } from '../refusals.ts'

const { connections: said } = words

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
  const refused = useRefusal(starting.error, ['label'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    starting.mutate()
  }
  return (
    <Dialog onClose={close} title={said.connectTitle}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {refused.other && <Trouble error={refused.other} />}
          <Radio.Group label={said.provider} value={provider} onChange={setProvider}>
            <Group mt={4}>
              {Object.entries(said.providers).map(([id, name]) => (
                <Radio key={id} value={id} label={name} />
              ))}
            </Group>
          </Radio.Group>
          <TextInput
            label={said.label}
            description={said.labelHelp}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            error={refused.fields.label}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={starting.isPending || starting.isSuccess}>
              {said.goOn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
