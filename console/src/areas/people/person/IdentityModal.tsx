import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Conflict, Invalid } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { words } from '#words/people.ts'
import { useAgent } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { channels } from '../../../parts/handset/channels.ts'
import { tell } from '../../../parts/tell.tsx'
import type { Person } from '../names.ts'
import type { Channel } from '../search.ts'
import { usePersonChanged } from './usePerson.ts'

type Given = { person: Person; opened: boolean; onClose: () => void }
const texts = words.identities
const options = channels.map((value) => ({ value, label: words.channels[value] ?? value }))

export function IdentityModal({ person, opened, onClose }: Given) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.add}>
      <IdentityForm person={person} onClose={onClose} />
    </Dialog>
  )
}

function IdentityForm({ person, onClose }: Omit<Given, 'opened'>) {
  const { api } = useAgent()
  const changed = usePersonChanged(person.id)
  const form = useForm({ initialValues: { channel: 'rcs' as Channel, address: person.phone ?? '', preferred: false } })
  const adding = useMutation({
    mutationFn: ({ preferred, ...given }: typeof form.values) =>
      api.post('/people/{personId}/identities', {
        path: { personId: person.id },
        body: { ...given, ...(preferred && { preferred }) },
      }),
    onSuccess: async () => {
      tell.done(texts.added)
      onClose()
      await changed()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors))
      else if (error instanceof Conflict) form.setErrors({ address: error.message })
      else tell.failed(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((given) => adding.mutate(given))}>
      <Stack>
        <Select label={texts.channel} data={options} allowDeselect={false} {...form.getInputProps('channel')} />
        <TextInput
          label={texts.address}
          description={texts.addressHint}
          required
          data-autofocus
          {...form.getInputProps('address')}
        />
        <Checkbox label={texts.makePreferred} {...form.getInputProps('preferred', { type: 'checkbox' })} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={adding.isPending}>
            {texts.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
