import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Conflict, Invalid } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { errorsByPath } from '../../../components/editor/field-path.ts'
import { handsetChannels } from '../../../components/handset/channels.ts'
import { notify } from '../../../components/notify.tsx'
import type { Person } from '../display-name.ts'
import type { FilterChannel } from '../people-search.ts'
import { useInvalidatePerson } from './usePerson.ts'

type IdentityModalProps = { person: Person; opened: boolean; onClose: () => void }
const texts = strings.identities
const options = handsetChannels.map((value) => ({ value, label: strings.channels[value] ?? value }))

export function IdentityModal({ person, opened, onClose }: IdentityModalProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.add}>
      <IdentityForm person={person} onClose={onClose} />
    </Dialog>
  )
}

function IdentityForm({ person, onClose }: Omit<IdentityModalProps, 'opened'>) {
  const { api } = useAgent()
  const changed = useInvalidatePerson(person.id)
  const form = useForm({
    initialValues: { channel: 'rcs' as FilterChannel, address: person.phone ?? '', preferred: false },
  })
  const adding = useMutation({
    mutationFn: ({ preferred, ...given }: typeof form.values) =>
      api.post('/people/{personId}/identities', {
        path: { personId: person.id },
        body: { ...given, ...(preferred && { preferred }) },
      }),
    onSuccess: async () => {
      notify.success(texts.added)
      onClose()
      await changed()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors))
      else if (error instanceof Conflict) form.setErrors({ address: error.message })
      else notify.error(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => adding.mutate(values))}>
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
            {strings.cancel}
          </Button>
          <Button type="submit" loading={adding.isPending}>
            {texts.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
